//! One schema's keywords, collected over its `$ref`s and `allOf`s.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::SchemaError;
use super::refs::Refs;

/// A schema object, with or without its first union.
#[derive(Clone, Copy)]
pub(super) struct Part<'s> {
    pub(super) map: &'s Map<String, Value>,
    /// Its `anyOf` and `oneOf` count for nothing: they were spread over branches.
    pub(super) spread: bool,
}

impl Part<'_> {
    /// What tells one part from another: where it lies in the document.
    pub(super) fn key(&self) -> (usize, bool) {
        (std::ptr::from_ref(self.map).addr(), self.spread)
    }
}

/// The parts of a schema, or nothing if one of them is `false`.
pub(super) fn parts<'s>(
    refs: &mut Refs<'s>,
    values: &[&'s Value],
) -> Result<Option<Vec<Part<'s>>>, SchemaError> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut open: Vec<&'s Value> = values.iter().rev().copied().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Bool(true) => {}
            Value::Bool(false) => return Ok(None),
            Value::Object(map) => {
                if !seen.insert(std::ptr::from_ref(map).addr()) {
                    continue;
                }
                found.push(Part { map, spread: false });
                if let Some(Value::Array(all)) = map.get("allOf") {
                    open.extend(all.iter().rev());
                }
                if let Some(Value::String(target)) = map.get("$ref") {
                    open.push(refs.resolve(target)?);
                }
            }
            other => {
                return Err(SchemaError::new(format!("a schema is an object or a boolean, not {other}")));
            }
        }
    }
    Ok(Some(found))
}

/// Several schemas for one place, as a key for what was compiled already.
pub(super) fn keys(parts: &[Part<'_>]) -> Vec<(usize, bool)> {
    let mut keys: Vec<_> = parts.iter().map(Part::key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
