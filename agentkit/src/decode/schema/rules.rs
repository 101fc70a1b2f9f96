//! What a compiled schema demands of a value.

use std::collections::HashMap;

use regex_lite::Regex;
use serde_json::{Number, Value};

use super::folded::Folded;

/// The position of a rule in [`Compiled::rules`].
pub(in crate::decode) type Id = usize;

/// Sets of JSON types. A `number` is an integer or a fraction.
pub(in crate::decode) mod types {
    pub(in crate::decode) const NULL: u8 = 1;
    pub(in crate::decode) const BOOL: u8 = 1 << 1;
    pub(in crate::decode) const INTEGER: u8 = 1 << 2;
    pub(in crate::decode) const FRACTION: u8 = 1 << 3;
    pub(in crate::decode) const NUMBER: u8 = INTEGER | FRACTION;
    pub(in crate::decode) const STRING: u8 = 1 << 4;
    pub(in crate::decode) const ARRAY: u8 = 1 << 5;
    pub(in crate::decode) const OBJECT: u8 = 1 << 6;
    pub(in crate::decode) const ANY: u8 = 0x7f;

    /// The types that the keyword `type` names; a number's text tells an integer from a fraction.
    pub(in crate::decode) fn of(value: &serde_json::Value) -> Option<u8> {
        match value {
            serde_json::Value::String(name) => Some(match name.as_str() {
                "null" => NULL,
                "boolean" => BOOL,
                "integer" => INTEGER,
                "number" => NUMBER,
                "string" => STRING,
                "array" => ARRAY,
                "object" => OBJECT,
                _ => return None,
            }),
            serde_json::Value::Array(names) => names.iter().try_fold(0, |mask, name| match name {
                serde_json::Value::String(_) => Some(mask | of(name)?),
                _ => None,
            }),
            _ => None,
        }
    }

    /// The type of a value.
    pub(in crate::decode) fn of_value(value: &serde_json::Value) -> u8 {
        match value {
            serde_json::Value::Null => NULL,
            serde_json::Value::Bool(_) => BOOL,
            serde_json::Value::Number(number) => match number.as_f64() {
                Some(float) if number.is_f64() && float.fract() != 0.0 => FRACTION,
                _ => INTEGER,
            },
            serde_json::Value::String(_) => STRING,
            serde_json::Value::Array(_) => ARRAY,
            serde_json::Value::Object(_) => OBJECT,
        }
    }
}

/// A whole schema.
#[derive(Debug)]
pub(in crate::decode) struct Compiled {
    pub(in crate::decode) rules: Vec<Rules>,
    pub(in crate::decode) root: Id,
}

/// One schema with its references and `allOf` merged in.
#[derive(Debug, Default)]
pub(in crate::decode) struct Rules {
    pub(in crate::decode) types: u8,
    /// The members of `enum`, or the one of `const`.
    pub(in crate::decode) members: Option<Members>,
    pub(in crate::decode) number: Option<Box<NumberRules>>,
    pub(in crate::decode) string: Option<Box<StringRules>>,
    pub(in crate::decode) array: Option<Box<ArrayRules>>,
    pub(in crate::decode) object: Option<Box<ObjectRules>>,
    /// The branches of `anyOf` or `oneOf`, each with everything else of this schema merged in.
    pub(in crate::decode) union: Vec<Id>,
    pub(in crate::decode) discriminator: Option<Discriminator>,
    pub(in crate::decode) checks: Vec<Check>,
}

/// A demand that a finished value is only checked against.
#[derive(Debug)]
pub(in crate::decode) enum Check {
    /// A further `anyOf` or `oneOf`.
    Any(Vec<Id>),
    /// `not`
    Not(Id),
    /// `if`, `then`, `else`
    If { test: Id, then: Option<Id>, otherwise: Option<Id> },
}

#[derive(Debug)]
pub(in crate::decode) struct Members {
    pub(in crate::decode) values: Vec<Value>,
    /// The places of those that are strings.
    pub(in crate::decode) folded: Folded,
}

#[derive(Debug, Default)]
pub(in crate::decode) struct NumberRules {
    pub(in crate::decode) min: Option<Number>,
    pub(in crate::decode) max: Option<Number>,
    pub(in crate::decode) above: Option<Number>,
    pub(in crate::decode) below: Option<Number>,
    pub(in crate::decode) multiple_of: Vec<Number>,
    pub(in crate::decode) format: Option<Format>,
}

/// The integer type that `format` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct Format {
    pub(in crate::decode) name: String,
    pub(in crate::decode) min: i128,
    pub(in crate::decode) max: u128,
}

#[derive(Debug, Default)]
pub(in crate::decode) struct StringRules {
    pub(in crate::decode) min: Option<usize>,
    pub(in crate::decode) max: Option<usize>,
    pub(in crate::decode) patterns: Vec<Regex>,
}

#[derive(Debug, Default)]
pub(in crate::decode) struct ArrayRules {
    pub(in crate::decode) prefix: Vec<Id>,
    pub(in crate::decode) items: Option<Id>,
    pub(in crate::decode) min: Option<usize>,
    pub(in crate::decode) max: Option<usize>,
    pub(in crate::decode) unique: bool,
    pub(in crate::decode) contains: Option<Contains>,
}

#[derive(Debug)]
pub(in crate::decode) struct Contains {
    pub(in crate::decode) id: Id,
    pub(in crate::decode) min: usize,
    pub(in crate::decode) max: Option<usize>,
}

#[derive(Debug)]
pub(in crate::decode) struct ObjectRules {
    pub(in crate::decode) properties: Vec<Property>,
    pub(in crate::decode) index: HashMap<String, usize>,
    pub(in crate::decode) folded: Folded,
    pub(in crate::decode) patterns: Vec<(Regex, Id)>,
    pub(in crate::decode) rest: Rest,
    pub(in crate::decode) min: Option<usize>,
    pub(in crate::decode) max: Option<usize>,
    pub(in crate::decode) names: Option<Id>,
    pub(in crate::decode) dependent: Vec<(String, Vec<String>)>,
}

#[derive(Debug)]
pub(in crate::decode) struct Property {
    pub(in crate::decode) name: String,
    pub(in crate::decode) id: Id,
    pub(in crate::decode) required: bool,
}

/// Members that are not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) enum Rest {
    /// Nothing is said about them: they are dropped.
    Open,
    /// They are forbidden.
    Closed,
    /// They are kept, and satisfy a schema.
    Keep(Id),
}

/// The property that tells a union's branches apart.
#[derive(Debug)]
pub(in crate::decode) struct Discriminator {
    pub(in crate::decode) property: String,
    /// The branch of each value.
    pub(in crate::decode) branches: Vec<(String, Id)>,
    /// The places of those values.
    pub(in crate::decode) folded: Folded,
}

impl Compiled {
    /// The rule that takes anything.
    pub(in crate::decode) const ANY: Id = 0;
    /// The rule that takes nothing.
    pub(in crate::decode) const NEVER: Id = 1;

    pub(in crate::decode) fn rules(&self, id: Id) -> &Rules {
        const NOTHING: &Rules = &Rules {
            types: 0,
            members: None,
            number: None,
            string: None,
            array: None,
            object: None,
            union: Vec::new(),
            discriminator: None,
            checks: Vec::new(),
        };
        self.rules.get(id).unwrap_or(NOTHING)
    }
}

impl Rules {
    /// Whether values of one of these types can satisfy the schema.
    pub(in crate::decode) fn allows(&self, types: u8) -> bool {
        self.types & types != 0
    }

    /// Whether the schema says nothing about the type.
    pub(in crate::decode) fn is_untyped(&self) -> bool {
        self.types == types::ANY && self.members.is_none()
    }
}

impl ObjectRules {
    /// The property with this exact name. `hint` is the position that it most likely has.
    pub(in crate::decode) fn find(&self, name: &str, hint: usize) -> Option<usize> {
        let matches = |at: usize| self.properties.get(at).is_some_and(|property| property.name == name);
        if matches(hint) {
            return Some(hint);
        }
        if self.properties.len() <= 8 {
            return (0..self.properties.len()).find(|&at| matches(at));
        }
        self.index.get(name).copied()
    }

    /// The schema of a member that is not named but kept.
    #[inline]
    pub(in crate::decode) fn kept(&self, name: &str) -> Option<Id> {
        if let Some(&(_, id)) = self.patterns.iter().find(|(pattern, _)| pattern.is_match(name)) {
            return Some(id);
        }
        match self.rest {
            Rest::Keep(id) => Some(id),
            Rest::Open | Rest::Closed => None,
        }
    }
}

/// Which properties were seen; no allocation up to 128 of them.
#[derive(Debug, Default)]
pub(in crate::decode) struct Seen {
    few: u128,
    many: Vec<bool>,
}

impl Seen {
    pub(in crate::decode) fn new(len: usize) -> Self {
        Self { few: 0, many: if len > 128 { vec![false; len] } else { Vec::new() } }
    }

    pub(in crate::decode) fn has(&self, at: usize) -> bool {
        if at < 128 { self.few >> at & 1 == 1 } else { self.many.get(at).copied().unwrap_or(false) }
    }

    /// Marks a property; whether it was new.
    pub(in crate::decode) fn insert(&mut self, at: usize) -> bool {
        let new = !self.has(at);
        if at < 128 {
            self.few |= 1 << at;
        } else if let Some(slot) = self.many.get_mut(at) {
            *slot = true;
        }
        new
    }
}
