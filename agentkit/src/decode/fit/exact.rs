//! Whether a value satisfies a schema as it stands, with nothing repaired.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::bounds;
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, View, equal, is_plain_integer};
use crate::decode::schema::{
    ArrayRules, Check, Compiled, Discriminator, Id, ObjectRules, Rest, Rules, Seen, types,
};

/// The deepest nesting of unions within unions that is followed without a value in between.
const MAX_UNIONS: u32 = 32;

/// Looks at one tree.
pub(in crate::decode) struct Exact<'a> {
    view: View<'a>,
    schema: &'a Compiled,
    /// What is known of containers below unions, whose branches would else be tried again and again.
    known: RefCell<HashMap<(usize, Id), bool>>,
    steps: Cell<usize>,
}

impl<'a> Exact<'a> {
    pub(in crate::decode) fn new(view: View<'a>, schema: &'a Compiled) -> Self {
        Self { view, schema, known: RefCell::default(), steps: Cell::new(0) }
    }

    /// How many values were looked at, counting one again for each branch.
    pub(in crate::decode) fn steps(&self) -> usize {
        self.steps.get()
    }

    /// Whether the value at `at` satisfies `id` as it stands.
    pub(in crate::decode) fn fits(&self, at: usize, id: Id) -> bool {
        self.fits_below(at, id, 0)
    }

    fn fits_below(&self, at: usize, id: Id, unions: u32) -> bool {
        self.steps.set(self.steps.get() + 1);
        let node = self.view.node(at);
        let rules = self.schema.rules(id);
        if rules.union.is_empty() {
            return self.fits_rules(at, node, rules);
        }
        if unions >= MAX_UNIONS {
            return false;
        }
        let memo = node.is_container();
        if memo && let Some(&known) = self.known.borrow().get(&(at, id)) {
            return known;
        }
        let named = rules.discriminator.as_ref().filter(|_| node.kind == Kind::Object);
        let fits = match named {
            Some(named) => {
                self.named_branch(at, named).is_some_and(|branch| self.fits_below(at, branch, unions + 1))
            }
            None => rules.union.iter().any(|&branch| self.fits_below(at, branch, unions + 1)),
        };
        let fits = fits && self.passes(at, rules);
        if memo {
            self.known.borrow_mut().insert((at, id), fits);
        }
        fits
    }

    /// The branch that an object names itself.
    fn named_branch(&self, at: usize, discriminator: &Discriminator) -> Option<Id> {
        let mut members = self.view.members(at);
        let (_, value) =
            members.find(|&(key, _)| self.view.text(self.view.node(key)) == discriminator.property)?;
        let value = Some(self.view.node(value)).filter(|value| value.kind == Kind::String)?;
        let text = self.view.text(value);
        discriminator.branches.iter().find(|(name, _)| name == text).map(|(_, branch)| *branch)
    }

    fn fits_rules(&self, at: usize, node: &Node, rules: &Rules) -> bool {
        if node.has(CUT | BARE | INNER) {
            return false;
        }
        let of_type = match node.kind {
            Kind::Null => rules.allows(types::NULL),
            Kind::True | Kind::False => rules.allows(types::BOOL),
            Kind::Number => self.fits_number(node, rules),
            Kind::String => {
                rules.allows(types::STRING) && bounds::string(rules, self.view.text(node)).is_ok()
            }
            Kind::Array => rules.allows(types::ARRAY) && self.fits_array(at, rules.array.as_deref()),
            Kind::Object => {
                rules.allows(types::OBJECT) && self.fits_object(at, node, rules.object.as_deref())
            }
            Kind::Key | Kind::Undefined => false,
        };
        of_type && self.is_member(at, rules) && self.passes(at, rules)
    }

    fn fits_number(&self, node: &Node, rules: &Rules) -> bool {
        let text = self.view.text(node);
        let mask = if is_plain_integer(text) { types::INTEGER } else { types::FRACTION };
        rules.allows(mask) && bounds::number(rules, text).is_ok()
    }

    pub(in crate::decode) fn is_member(&self, at: usize, rules: &Rules) -> bool {
        let Some(members) = &rules.members else { return true };
        members.values.iter().any(|value| equals(self.view, at, value))
    }

    fn fits_array(&self, at: usize, rules: Option<&ArrayRules>) -> bool {
        let mut count = 0;
        for (place, element) in self.view.children(at).enumerate() {
            count += 1;
            let id = rules.map_or(Compiled::ANY, |rules| rules.of(place));
            if !self.fits(element, id) {
                return false;
            }
        }
        let Some(rules) = rules else { return true };
        rules.min.is_none_or(|min| count >= min)
            && rules.max.is_none_or(|max| count <= max)
            && (!rules.unique || self.is_unique(at))
            && self.contains_enough(at, rules)
    }

    pub(in crate::decode) fn contains_enough(&self, at: usize, rules: &ArrayRules) -> bool {
        let Some(contains) = &rules.contains else { return true };
        let count = self.view.children(at).filter(|&element| self.fits(element, contains.id)).count();
        count >= contains.min && contains.max.is_none_or(|max| count <= max)
    }

    pub(in crate::decode) fn is_unique(&self, at: usize) -> bool {
        let mut seen = HashSet::new();
        self.view.children(at).all(|element| {
            let mut text = String::new();
            bounds::canonical(self.view, element, &mut text);
            seen.insert(text)
        })
    }

    fn fits_object(&self, at: usize, node: &Node, rules: Option<&ObjectRules>) -> bool {
        let Some(rules) = rules else { return self.keeps_all(at) };
        let mut seen = Seen::new(rules.properties.len());
        let mut rest = HashSet::new();
        for (place, (key, value)) in self.view.members(at).enumerate() {
            let key = self.view.node(key);
            let name = self.view.text(key);
            let id = match rules.find(name, place) {
                Some(property) if seen.insert(property) => {
                    rules.properties.get(property).map(|known| known.id)
                }
                Some(_) => None,
                None => rules.kept(name).filter(|_| rest.insert(name)),
            };
            if key.has(CUT) || !id.is_some_and(|id| self.fits(value, id)) {
                return false;
            }
            if rules.names.is_some_and(|names| !bounds::name(self.schema, names, name)) {
                return false;
            }
        }
        let all =
            rules.properties.iter().enumerate().all(|(place, known)| !known.required || seen.has(place));
        let count = node.a as usize;
        all && rules.min.is_none_or(|min| count >= min)
            && rules.max.is_none_or(|max| count <= max)
            && self.has_dependents(at, rules)
    }

    /// An object of which nothing is known is fine unless a key stands twice.
    fn keeps_all(&self, at: usize) -> bool {
        let mut seen = HashSet::new();
        self.view.members(at).all(|(key, value)| {
            let key = self.view.node(key);
            !key.has(CUT) && seen.insert(self.view.text(key)) && self.fits(value, Compiled::ANY)
        })
    }

    pub(in crate::decode) fn has_dependents(&self, at: usize, rules: &ObjectRules) -> bool {
        if rules.dependent.is_empty() {
            return true;
        }
        let members = self.view.members(at).map(|(key, _)| self.view.text(self.view.node(key)));
        let names: HashSet<&str> = members.collect();
        let mut triggered = rules.dependent.iter().filter(|(name, _)| names.contains(name.as_str()));
        triggered.all(|(_, needed)| needed.iter().all(|name| names.contains(name.as_str())))
    }

    /// Whether the demands that nothing can be fitted to hold.
    pub(in crate::decode) fn passes(&self, at: usize, rules: &Rules) -> bool {
        rules.checks.iter().all(|check| match check {
            Check::Any(ids) => ids.iter().any(|&id| self.fits(at, id)),
            Check::Not(id) => !self.fits(at, *id),
            Check::If { test, then, otherwise } => {
                let next = if self.fits(at, *test) { then } else { otherwise };
                next.is_none_or(|id| self.fits(at, id))
            }
        })
    }
}

impl ArrayRules {
    /// The rule of an element, by its place.
    pub(in crate::decode) fn of(&self, place: usize) -> Id {
        self.prefix.get(place).copied().or(self.items).unwrap_or(Compiled::ANY)
    }
}

impl ObjectRules {
    /// Whether members that are not named may be there.
    pub(in crate::decode) fn is_map(&self) -> bool {
        matches!(self.rest, Rest::Keep(_)) || !self.patterns.is_empty()
    }
}

/// Whether a tree equals a value of the schema's. The depth of a schema is limited.
pub(in crate::decode) fn equals(view: View<'_>, at: usize, value: &Value) -> bool {
    let node = view.node(at);
    match (node.kind, value) {
        (Kind::Null, Value::Null) | (Kind::True, Value::Bool(true)) | (Kind::False, Value::Bool(false)) => {
            true
        }
        (Kind::Number, Value::Number(number)) => equal(view.text(node), &number.to_string()),
        (Kind::String, Value::String(text)) => view.text(node) == text,
        (Kind::Array, Value::Array(values)) => {
            values.len() == node.a as usize
                && view.children(at).zip(values).all(|(element, value)| equals(view, element, value))
        }
        (Kind::Object, Value::Object(map)) => {
            map.len() == node.a as usize
                && view.members(at).all(|(key, member)| {
                    map.get(view.text(view.node(key))).is_some_and(|value| equals(view, member, value))
                })
        }
        _ => false,
    }
}
