//! Fitting a value to one branch out of several.

use super::{Fit, Input, Result, bounds};
use crate::decode::error::{DecodeError, DecodeErrorKind};
use crate::decode::json::{CUT, Kind, Node, is_plain_integer};
use crate::decode::repair::Repairs;
use crate::decode::schema::{Discriminator, Id, Rules, found, quoted_list, types};
use crate::decode::text::fold;

/// The deepest nesting of unions within unions without a value in between.
const MAX_UNIONS: u32 = 32;

/// A branch that a value was fitted to.
struct Candidate {
    nodes: Vec<Node>,
    repairs: Repairs,
    /// The value, so that two can be compared.
    canonical: String,
}

impl<'a> Fit<'a> {
    pub(super) fn union(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        if self.unions >= MAX_UNIONS {
            return Err(self.mismatch(input, at, id));
        }
        self.unions += 1;
        let result = self.choose(input, at, id, rules);
        self.unions -= 1;
        result
    }

    fn choose(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        if let Some(discriminator) = rules.discriminator.as_ref().filter(|_| node.kind == Kind::Object)
            && let Some(branch) = self.told_apart(input, at, discriminator)?
        {
            return self.value(input, at, branch);
        }
        // A branch that takes the value unchanged beats every other, whatever the order.
        if input.outer
            && let Some(&branch) = rules.union.iter().find(|&&branch| self.exact.fits(at, branch))
        {
            return self.value(input, at, branch);
        }
        let (nodes, repairs) = (self.out.len(), self.repairs.len());
        let mut best: Option<Candidate> = None;
        let mut errors: Vec<(Id, DecodeError)> = Vec::new();
        for &branch in &rules.union {
            match self.value(input, at, branch) {
                Ok(()) => {
                    let mut canonical = String::new();
                    bounds::canonical(self.out.view(input.view.source), nodes, &mut canonical);
                    let repairs = self.repairs.split_off(repairs);
                    let candidate = Candidate { nodes: self.out.split_off(nodes), repairs, canonical };
                    best = match best {
                        None => Some(candidate),
                        Some(other) if candidate.repairs.is_empty() && !other.repairs.is_empty() => {
                            Some(candidate)
                        }
                        Some(other) if other.repairs.is_empty() => Some(other),
                        Some(other) if other.canonical == candidate.canonical => Some(other),
                        Some(_) => return Err(self.ambiguous(input, at)),
                    };
                }
                Err(error) if error.kind() == DecodeErrorKind::Size => return Err(error),
                Err(error) => {
                    self.reset(nodes, repairs);
                    errors.push((branch, error));
                }
            }
        }
        match best {
            Some(Candidate { nodes, repairs, .. }) => {
                self.out.append(&nodes);
                self.repairs.append(repairs);
                Ok(())
            }
            None => Err(self.no_branch(input, at, id, errors)),
        }
    }

    /// The branch that an object names itself; `None` where it names none.
    fn told_apart(&self, input: Input<'a>, at: usize, discriminator: &Discriminator) -> Result<Option<Id>> {
        let view = input.view;
        let by_name = |wanted: &dyn Fn(&str) -> bool| {
            view.members(at).find(|&(key, _)| wanted(view.text(view.node(key)))).map(|(_, value)| value)
        };
        let property = discriminator.property.as_str();
        let folded = fold(property);
        let value = by_name(&|name| name == property).or_else(|| by_name(&|name| fold(name) == folded));
        let Some(value) = value else { return Ok(None) };
        let node = view.node(value);
        if node.kind != Kind::String || node.has(CUT) {
            return Ok(None);
        }
        let text = view.text(node);
        let exact = discriminator.branches.iter().position(|(name, _)| name == text);
        let place = exact.or_else(|| discriminator.folded.place(text));
        if let Some((_, branch)) = place.and_then(|place| discriminator.branches.get(place)) {
            return Ok(Some(*branch));
        }
        let known = quoted_list(discriminator.branches.iter().map(|(name, _)| name.as_str()));
        let detail = format!("{} is none of {known}", found(view, value));
        let mut path = format!("{}/", self.path);
        crate::decode::error::push_escaped(&mut path, property);
        Err(self.error(DecodeErrorKind::Constraint, input, value, detail).at(path))
    }

    fn ambiguous(&self, input: Input<'a>, at: usize) -> DecodeError {
        let detail =
            format!("{} can be read in several ways, none of which fits exactly", found(input.view, at));
        self.error(DecodeErrorKind::Ambiguous, input, at, detail)
    }

    /// The error of the one branch that the value is meant for, if there is one; else what was expected.
    fn no_branch(&self, input: Input<'a>, at: usize, id: Id, errors: Vec<(Id, DecodeError)>) -> DecodeError {
        let node = input.view.node(at);
        let mask = mask(node, input);
        let truncated = errors.iter().position(|(_, error)| error.kind() == DecodeErrorKind::Truncated);
        let mut meant = errors.iter().enumerate().filter(|(_, (branch, _))| {
            let rules = self.schema.rules(*branch);
            rules.allows(mask) && rules.members.is_none()
        });
        let place = match (truncated, meant.next(), meant.next()) {
            (Some(place), ..) | (None, Some((place, _)), None) => Some(place),
            // Of several, the one that was left deepest inside.
            (None, Some(_), Some(_)) => deepest(&errors),
            _ => None,
        };
        let picked = place.and_then(|place| errors.into_iter().nth(place));
        picked.map_or_else(|| self.mismatch(input, at, id), |(_, error)| error)
    }
}

/// The error that lies deepest, if only one lies that deep.
fn deepest(errors: &[(Id, DecodeError)]) -> Option<usize> {
    let depth = |error: &DecodeError| error.path().matches('/').count();
    let most = errors.iter().map(|(_, error)| depth(error)).max()?;
    let mut at_most = errors.iter().enumerate().filter(|(_, (_, error))| depth(error) == most);
    match (at_most.next(), at_most.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

fn mask(node: &Node, input: Input<'_>) -> u8 {
    match node.kind {
        Kind::Null | Kind::Undefined => types::NULL,
        Kind::True | Kind::False => types::BOOL,
        Kind::Number if is_plain_integer(input.view.text(node)) => types::INTEGER,
        Kind::Number => types::FRACTION,
        Kind::String | Kind::Key => types::STRING,
        Kind::Array => types::ARRAY,
        Kind::Object => types::OBJECT,
    }
}
