//! What the schema says of a value whose end is not known yet.

use serde_json::Value;

use crate::decode::schema::{Compiled, Id, types};

/// The most branches that are followed at once.
const MAX_BRANCHES: usize = 256;

/// The rules that a value may be held to, unions taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Ids(Vec<Id>);

impl Ids {
    /// The rules at the ends of all unions.
    pub(super) fn of(schema: &Compiled, ids: &[Id]) -> Self {
        let mut flat = Vec::new();
        let mut open: Vec<Id> = ids.iter().rev().copied().collect();
        let mut seen = Vec::new();
        while let Some(id) = open.pop() {
            if seen.contains(&id) || seen.len() >= MAX_BRANCHES {
                continue;
            }
            seen.push(id);
            let rules = schema.rules(id);
            if rules.union.is_empty() {
                flat.push(id);
            } else {
                open.extend(rules.union.iter().rev());
            }
        }
        Self(flat)
    }

    /// Those that take one of these types.
    pub(super) fn allowing(&self, schema: &Compiled, mask: u8) -> Self {
        Self(self.0.iter().copied().filter(|&id| schema.rules(id).allows(mask)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn allows(&self, schema: &Compiled, mask: u8) -> bool {
        self.0.iter().any(|&id| schema.rules(id).allows(mask))
    }

    /// Whether a string may be shown while it grows: no branch lists its members.
    pub(super) fn shows_growth(&self, schema: &Compiled) -> bool {
        let mut strings = self.0.iter().filter(|&&id| schema.rules(id).allows(types::STRING)).peekable();
        strings.peek().is_some() && strings.all(|&id| schema.rules(id).members.is_none())
    }

    /// The text that a whole string stands for: itself, or the member that it folds to.
    pub(super) fn text(&self, schema: &Compiled, text: &str) -> Option<String> {
        let mut folded = None;
        for &id in self.0.iter().filter(|&&id| schema.rules(id).allows(types::STRING)) {
            let Some(members) = &schema.rules(id).members else { return Some(text.to_owned()) };
            if members.values.iter().any(|value| value == text) {
                return Some(text.to_owned());
            }
            let place = members.folded.place(text);
            folded = folded.or_else(|| members.values.get(place?)?.as_str().map(str::to_owned));
        }
        folded
    }

    /// The rules of an element.
    pub(super) fn element(&self, schema: &Compiled, place: usize) -> Self {
        let ids: Vec<Id> = self
            .0
            .iter()
            .map(|&id| schema.rules(id).array.as_ref().map_or(Compiled::ANY, |array| array.of(place)))
            .collect();
        Self::of(schema, &ids)
    }

    /// The name and the rules of a member; no rules if none names it.
    pub(super) fn member(&self, schema: &Compiled, written: &str) -> (String, Self) {
        let exact = self.members(schema, |object| {
            object
                .find(written, 0)
                .and_then(|place| object.properties.get(place))
                .map(|property| property.id)
                .or_else(|| object.kept(written))
        });
        if !exact.is_empty() {
            return (written.to_owned(), exact);
        }
        let mut name = None;
        let ids = self.members(schema, |object| {
            let place = object.folded.place(written)?;
            let property = object.properties.get(place)?;
            name.get_or_insert_with(|| property.name.clone());
            (name.as_ref() == Some(&property.name)).then_some(property.id)
        });
        (name.unwrap_or_else(|| written.to_owned()), ids)
    }

    fn members(
        &self,
        schema: &Compiled,
        mut of: impl FnMut(&crate::decode::schema::ObjectRules) -> Option<Id>,
    ) -> Self {
        let ids: Vec<Id> = self
            .0
            .iter()
            .filter_map(|&id| match &schema.rules(id).object {
                Some(object) => of(object),
                None => Some(Compiled::ANY),
            })
            .collect();
        Self::of(schema, &ids)
    }

    /// Drops the branches in which a member has another value than this.
    pub(super) fn narrow(&mut self, schema: &Compiled, name: &str, value: &Value) {
        if self.0.len() < 2 {
            return;
        }
        self.0.retain(|&id| {
            let Some(object) = &schema.rules(id).object else { return true };
            let property = object.find(name, 0).and_then(|place| object.properties.get(place));
            let members = property.and_then(|property| schema.rules(property.id).members.as_ref());
            members.is_none_or(|members| members.values.contains(value))
        });
    }
}
