//! What an object's members are taken for.

use std::cell::OnceCell;

use super::Input;
use crate::decode::json::{CUT, Kind};
use crate::decode::schema::{Compiled, Id, ObjectRules, Property, Rest, Seen};

/// What a member is taken for.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// A property, by its place; and whether its key had to be folded.
    Property(usize, bool),
    /// A member of a map.
    Kept(Id),
    /// One that the schema does not name.
    Extra,
}

/// An object with what its members are taken for.
pub(super) struct Members<'a> {
    pub(super) input: Input<'a>,
    pub(super) at: usize,
    pub(super) rules: Option<&'a ObjectRules>,
    /// Which properties stand there by their exact names, once that is asked for.
    exact: OnceCell<Seen>,
}

fn exact_names(input: Input<'_>, at: usize, rules: Option<&ObjectRules>) -> Seen {
    let Some(rules) = rules else { return Seen::new(0) };
    let mut seen = Seen::new(rules.properties.len());
    for (place, (key, value)) in input.view.members(at).enumerate() {
        let key = input.view.node(key);
        let absent = input.view.node(value).kind == Kind::Undefined || key.has(CUT);
        if let Some(property) = rules.find(input.view.text(key), place).filter(|_| !absent) {
            seen.insert(property);
        }
    }
    seen
}

impl<'a> Members<'a> {
    pub(super) fn new(input: Input<'a>, at: usize, rules: Option<&'a ObjectRules>) -> Self {
        Self { input, at, rules, exact: OnceCell::new() }
    }

    pub(super) fn role(&self, name: &str, hint: usize) -> Role {
        let Some(rules) = self.rules else { return Role::Kept(Compiled::ANY) };
        if let Some(place) = rules.find(name, hint) {
            return Role::Property(place, false);
        }
        if let Some(id) = rules.kept(name) {
            return Role::Kept(id);
        }
        match rules.folded.place(name).filter(|&place| !self.exact().has(place)) {
            Some(place) => Role::Property(place, true),
            None => Role::Extra,
        }
    }

    fn exact(&self) -> &Seen {
        self.exact.get_or_init(|| exact_names(self.input, self.at, self.rules))
    }

    pub(super) fn property(&self, place: usize) -> Option<&'a Property> {
        self.rules?.properties.get(place)
    }

    pub(super) fn name(&self, role: Role) -> Option<&'a str> {
        match role {
            Role::Property(place, _) => self.property(place).map(|property| property.name.as_str()),
            Role::Kept(_) | Role::Extra => None,
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.rules.is_some_and(|rules| rules.rest == Rest::Closed)
    }

    /// Whether the beginning of a key is that of an optional property that is not there yet.
    pub(super) fn may_become_optional(&self, begun: &str) -> bool {
        let mut open = self.rules.iter().flat_map(|rules| rules.properties.iter().enumerate());
        open.any(|(place, property)| {
            !property.required && !self.exact().has(place) && property.name.starts_with(begun)
        })
    }
}
