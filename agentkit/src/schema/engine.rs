//! The walk that lowers a schema, node by node, parents first, with an explicit stack.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::prepare::{Prepared, prepare};
use super::refs::{ROOT, Refs, references_in};
use super::walk::children_mut;
use super::{Change, ChangeKind, LowerError, Lowered, Refusal, Target, limits, node, verify};

/// How many schemas deep a lowered schema may nest, with what was inlined.
const MAX_LEVELS: usize = 64;
/// How many JSON values inlined references may copy in all.
const INLINE_BUDGET: usize = 20_000;

/// Lowers a schema to what a target takes.
///
/// The root must be an object with properties: wrap anything else with [`wrap_root`](super::wrap_root).
/// The result does not change when it is lowered again.
///
/// # Errors
/// [`LowerError`] lists every reason why the target would refuse the schema in any form. A strict target
/// refuses all that it cannot guarantee; its loose sibling takes most of that.
pub fn lower(schema: &Value, target: Target) -> Result<Lowered, LowerError> {
    let Prepared { schema: source, changes, refusals } = prepare(schema);
    if !refusals.is_empty() {
        return Err(LowerError { target, refusals });
    }
    let mut context = Context {
        target,
        refs: Refs::of(&source),
        source: &source,
        changes,
        refusals,
        budget: INLINE_BUDGET,
    };
    let lowered = document(&mut context);
    let Context { changes, mut refusals, .. } = context;
    if refusals.is_empty() {
        limits::check(&lowered, target, &mut refusals);
    }
    if refusals.is_empty() && target.is_strict() {
        verify::check(&lowered, target, &mut refusals);
    }
    if refusals.is_empty() {
        Ok(Lowered { schema: lowered, changes })
    } else {
        Err(LowerError { target, refusals })
    }
}

/// Lowers the root, then the definitions that it still refers to: one that was only ever inlined may well
/// have no form of its own.
fn document(context: &mut Context<'_>) -> Value {
    let mut root = context.source.clone();
    let definitions = match &mut root {
        Value::Object(map) => map.shift_remove("$defs"),
        _ => None,
    };
    walk(&mut root, Site { path: String::new(), level: 0, inlined: None, home: ROOT.into() }, context);
    let Some(Value::Object(mut definitions)) = definitions else { return root };
    let mut done = HashSet::new();
    let mut needed = VecDeque::from(references_in(&root));
    while let Some(reference) = needed.pop_front() {
        let Some(name) = reference.strip_prefix("#/$defs/") else { continue };
        let Some(definition) = definitions.get_mut(name) else { continue };
        if done.insert(name.to_owned()) {
            let path = format!("/$defs/{name}");
            walk(
                definition,
                Site { path, level: 0, inlined: None, home: reference.as_str().into() },
                context,
            );
            needed.extend(references_in(definition));
        }
    }
    definitions.retain(|name, _| done.contains(name));
    if let (Value::Object(map), false) = (&mut root, definitions.is_empty()) {
        map.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root
}

fn walk(root: &mut Value, site: Site, context: &mut Context<'_>) {
    let mut stack = vec![(root, site)];
    while let Some((value, mut site)) = stack.pop() {
        // `additionalProperties` and its kind may be booleans; `prepare` has respelt the others.
        let Value::Object(map) = value else { continue };
        if site.level > MAX_LEVELS {
            context.refuse(&site.path, "nests too deep", "flatten the type");
            map.clear();
            continue;
        }
        node::lower(map, context, &mut site);
        let below = children_mut(map).into_iter().rev();
        stack.extend(below.map(|(segment, child)| (child, site.below(&segment))));
    }
}

/// Where the walk is.
pub(super) struct Site {
    pub(super) path: String,
    level: usize,
    /// The definitions whose copies this node lies in, innermost first.
    pub(super) inlined: Option<Rc<Inlined>>,
    /// The definition (or the root) that this node stands in.
    pub(super) home: Rc<str>,
}

impl Site {
    pub(super) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    fn below(&self, segment: &str) -> Self {
        Self {
            path: format!("{}{segment}", self.path),
            level: self.level + 1,
            inlined: self.inlined.clone(),
            home: Rc::clone(&self.home),
        }
    }
}

/// A definition that was copied in, and those around it.
pub(super) struct Inlined {
    reference: String,
    outer: Option<Rc<Inlined>>,
}

impl Inlined {
    pub(super) fn with(outer: Option<Rc<Self>>, reference: &str) -> Rc<Self> {
        Rc::new(Self { reference: reference.to_owned(), outer })
    }

    /// Both chains, one around the other.
    pub(super) fn joined(outer: Option<Rc<Self>>, inner: Option<&Rc<Self>>) -> Option<Rc<Self>> {
        let mut joined = outer;
        let mut at = inner;
        while let Some(link) = at {
            if !Self::contains(joined.as_ref(), &link.reference) {
                joined = Some(Self::with(joined, &link.reference));
            }
            at = link.outer.as_ref();
        }
        joined
    }

    pub(super) fn contains(chain: Option<&Rc<Self>>, reference: &str) -> bool {
        let mut at = chain;
        while let Some(link) = at {
            if link.reference == reference {
                return true;
            }
            at = link.outer.as_ref();
        }
        false
    }
}

/// What the rules share: the target, the schema before lowering, and the report.
pub(super) struct Context<'source> {
    pub(super) target: Target,
    pub(super) source: &'source Value,
    pub(super) refs: Refs,
    pub(super) budget: usize,
    changes: Vec<Change>,
    refusals: Vec<Refusal>,
}

impl Context<'_> {
    pub(super) fn change(&mut self, path: &str, kind: ChangeKind, detail: impl Into<String>) {
        self.changes.push(Change { path: path.to_owned(), kind, detail: detail.into() });
    }

    pub(super) fn refuse(&mut self, path: &str, what: impl Into<String>, repair: impl Into<String>) {
        let refusal = Refusal { path: path.to_owned(), what: what.into(), repair: repair.into() };
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    /// Whether nothing has been refused at this place, so that no second word about it is due.
    pub(super) fn is_sound_at(&self, path: &str) -> bool {
        !self.refusals.iter().any(|refusal| refusal.path == path)
    }

    /// Refuses under a strict target; elsewhere notes that the local check alone holds a value to it.
    pub(super) fn give_up(&mut self, site: &Site, map: &mut Map<String, Value>, what: &str, repair: &str) {
        if self.target.is_strict() || site.is_root() {
            self.refuse(&site.path, what, repair);
            map.clear();
        } else {
            self.change(&site.path, ChangeKind::Dropped, format!("{what}; checked locally only"));
        }
    }
}
