//! From a tree to one that satisfies the schema, by repairs with one reading.

mod array;
mod bounds;
mod emit;
mod exact;
mod members;
mod object;
mod scalar;
mod union;
mod wrapper;

use super::error::{DecodeError, DecodeErrorKind};
use super::json::{CUT, Kind, Tape, View, pos};
use super::options::Options;
use super::repair::{RepairKind, Repairs};
use super::schema::{Compiled, Id, Rules, Schema, describe, found, types};
use emit::Out;
pub(super) use exact::Exact;

/// How much work one byte of reply may make. Clean replies take one or two steps a value; what takes more is
/// a union nested in unions, with each branch failing late.
const STEPS_A_NODE: usize = 64;

/// A value that satisfies the schema, and the repairs that it took beyond those of syntax.
pub(super) struct Fitted {
    /// Without the reply, which its texts lie in.
    pub(super) tape: Tape,
    pub(super) repairs: Repairs,
}

impl Fitted {
    /// A value that nothing was done to.
    pub(super) fn as_it_stands(tape: Tape) -> Self {
        Self { tape, repairs: Repairs::default() }
    }
}

/// The value of a tree as it stands, if that satisfies the schema.
pub(super) fn as_it_stands(tape: &Tape, source: &str, schema: &Schema) -> bool {
    let view = tape.view_of(source);
    Exact::new(view, schema.compiled()).fits(0, schema.root())
}

/// Fits a whole tree.
pub(super) fn fit(
    tape: &Tape,
    source: &str,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    let view = tape.view_of(source);
    let mut fit = Fit::new(view, schema.compiled(), options);
    let input = Input { view, outer: true, decoded: 0 };
    fit.root(input, schema.root())?;
    let Fit { out, repairs, .. } = fit;
    Ok(Fitted { tape: out.into_tape(), repairs })
}

/// Fits several trees of one reply as the elements of one array.
pub(super) fn fit_all(
    tapes: &[&Tape],
    source: &str,
    schema: &Schema,
    options: &Options,
) -> Result<Fitted, DecodeError> {
    let mut joined = Tape::default();
    let end = tapes.iter().filter_map(|tape| tape.nodes.first()).map(|node| node.end).max().unwrap_or(0);
    let start = tapes.first().and_then(|tape| tape.nodes.first()).map_or(0, |node| node.start);
    let count = pos(tapes.len());
    joined.nodes.push(super::json::Node { kind: Kind::Array, flags: 0, a: count, b: 0, next: 0, start, end });
    for tape in tapes {
        joined.append(tape);
    }
    let next = pos(joined.nodes.len());
    if let Some(node) = joined.nodes.first_mut() {
        node.next = next;
    }
    fit(&joined, source, schema, options)
}

/// A tree that is read.
#[derive(Clone, Copy)]
struct Input<'a> {
    view: View<'a>,
    /// Whether it is the reply's own, and not that of a string inside of it.
    outer: bool,
    /// How many strings were decoded on the way here.
    decoded: u32,
}

struct Fit<'a> {
    schema: &'a Compiled,
    options: &'a Options,
    out: Out,
    repairs: Repairs,
    /// The way to the value that is being fitted, as the offsets at which its steps begin.
    path: String,
    steps: usize,
    max_steps: usize,
    exact: Exact<'a>,
    unions: u32,
}

type Result<T, E = DecodeError> = std::result::Result<T, E>;

impl<'a> Fit<'a> {
    fn new(view: View<'a>, schema: &'a Compiled, options: &'a Options) -> Self {
        Self {
            schema,
            options,
            out: Out::new(view),
            repairs: Repairs::default(),
            path: String::new(),
            steps: 0,
            max_steps: (view.nodes.len() + 16).saturating_mul(STEPS_A_NODE),
            exact: Exact::new(view, schema),
            unions: 0,
        }
    }

    /// Fits the root, which may stand in a wrapper.
    fn root(&mut self, input: Input<'a>, id: Id) -> Result<()> {
        let error = match self.value(input, 0, id) {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        if matches!(error.kind(), DecodeErrorKind::Truncated | DecodeErrorKind::Size) {
            return Err(error);
        }
        self.reset(0, 0);
        let Some((inner, kind)) = wrapper::unwrapped(input.view, self.schema, id) else { return Err(error) };
        let node = input.view.node(0);
        match self.value(input, inner, id) {
            Ok(()) => {
                self.repair(kind, node.start, node.end);
                Ok(())
            }
            Err(_) => Err(error),
        }
    }

    /// Fits one value: appends it, or leaves what was appended to whoever catches the error.
    fn value(&mut self, input: Input<'a>, at: usize, id: Id) -> Result<()> {
        self.steps += 1;
        if self.steps + self.exact.steps() > self.max_steps {
            let detail = "the reply takes too much work to fit to the schema";
            return Err(DecodeError::new(DecodeErrorKind::Size, input.view.node(at).span(), detail));
        }
        let rules = self.schema.rules(id);
        let start = self.out.len();
        if rules.union.is_empty() {
            self.plain(input, at, id, rules)?;
        } else {
            self.union(input, at, id, rules)?;
        }
        if !rules.checks.is_empty() {
            let check = Exact::new(self.out.view(input.view.source), self.schema);
            if !check.passes(start, rules) {
                let detail = format!("{} is not allowed here", found(input.view, at));
                return Err(self.error(DecodeErrorKind::Constraint, input, at, detail));
            }
        }
        Ok(())
    }

    fn plain(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        let start = self.out.len();
        match node.kind {
            Kind::Null | Kind::True | Kind::False | Kind::Number => self.scalar(input, at, id, rules),
            Kind::String => self.string(input, at, id, rules),
            Kind::Array if rules.allows(types::ARRAY) => self.inside(|fit| fit.array(input, at, rules)),
            Kind::Object if rules.allows(types::OBJECT) => self.inside(|fit| fit.object(input, at, rules)),
            Kind::Object if self.wraps(rules) => self.wrapped(input, at, rules),
            _ if node.has(CUT) => Err(self.truncated(input, at)),
            Kind::Array | Kind::Object | Kind::Undefined | Kind::Key => Err(self.mismatch(input, at, id)),
        }?;
        self.member(input, at, id, rules, start)
    }

    /// Goes into a container, where the count of unions in unions begins anew.
    fn inside(&mut self, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let unions = std::mem::take(&mut self.unions);
        let result = f(self);
        self.unions = unions;
        result
    }

    /// Fits the tree of a string that was decoded.
    fn value_in(&mut self, view: View<'_>, decoded: u32, id: Id) -> Result<()> {
        let out = std::mem::replace(&mut self.out, Out::empty());
        let repairs = std::mem::take(&mut self.repairs);
        let mut inner = Fit {
            schema: self.schema,
            options: self.options,
            out,
            repairs,
            path: self.path.clone(),
            steps: self.steps,
            max_steps: self.max_steps.saturating_add(view.nodes.len().saturating_mul(STEPS_A_NODE)),
            exact: Exact::new(view, self.schema),
            unions: self.unions,
        };
        let result = inner.value(Input { view, outer: false, decoded }, 0, id);
        let Fit { out, repairs, steps, .. } = inner;
        (self.out, self.repairs, self.steps) = (out, repairs, steps);
        result
    }

    /// Holds a value that was appended to the members of `enum`. A string has been seen to already.
    fn member(&self, input: Input<'a>, at: usize, id: Id, rules: &Rules, start: usize) -> Result<()> {
        let node = input.view.node(at);
        if rules.members.is_none() || node.kind == Kind::String {
            return Ok(());
        }
        let exact = Exact::new(self.out.view(input.view.source), self.schema);
        if exact.is_member(start, rules) { Ok(()) } else { Err(self.not_listed(input, at, id)) }
    }

    fn within<T>(&mut self, step: &str, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = self.path.len();
        self.path.push('/');
        super::error::push_escaped(&mut self.path, step);
        let result = f(self);
        self.path.truncate(before);
        result
    }

    fn within_place<T>(&mut self, place: usize, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        use std::fmt::Write as _;
        let before = self.path.len();
        let _ = write!(self.path, "/{place}");
        let result = f(self);
        self.path.truncate(before);
        result
    }

    #[inline]
    fn repair(&mut self, kind: RepairKind, start: u32, end: u32) {
        let path = &self.path;
        self.repairs.add(kind, || path.clone(), start as usize, end as usize);
    }

    /// Forgets what was appended since.
    fn reset(&mut self, nodes: usize, repairs: usize) {
        self.out.truncate(nodes);
        self.repairs.truncate(repairs);
    }

    fn error(
        &self,
        kind: DecodeErrorKind,
        input: Input<'_>,
        at: usize,
        detail: impl Into<String>,
    ) -> DecodeError {
        DecodeError::new(kind, input.view.node(at).span(), detail).at(self.path.clone())
    }

    /// The reply ends inside of this value.
    fn truncated(&self, input: Input<'_>, at: usize) -> DecodeError {
        self.error(DecodeErrorKind::Truncated, input, at, "the reply ends before this value is complete")
    }

    fn mismatch(&self, input: Input<'_>, at: usize, id: Id) -> DecodeError {
        let detail = format!("expected {}, found {}", describe(self.schema, id), found(input.view, at));
        self.error(DecodeErrorKind::Type, input, at, detail)
    }

    fn not_listed(&self, input: Input<'_>, at: usize, id: Id) -> DecodeError {
        let detail = format!("expected {}, found {}", describe(self.schema, id), found(input.view, at));
        self.error(DecodeErrorKind::Constraint, input, at, detail)
    }
}
