//! Where schemas hold schemas, and walks over them that no depth can overflow.

use serde_json::{Map, Value};

/// How deep a schema may nest, in JSON values: what `serde_json` and most servers parse.
pub(super) const MAX_DEPTH: usize = 128;
/// How many JSON values a schema may hold.
pub(super) const MAX_NODES: usize = 200_000;

/// How a keyword holds schemas.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Holds {
    /// The value is a schema.
    One,
    /// The value is a list of schemas.
    Many,
    /// The value's members are schemas.
    Named,
}

/// How `keyword` holds schemas (JSON Schema 2020-12 and draft 7); `None` if it holds none.
pub(super) fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword {
        "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => Holds::Named,
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Holds::Many,
        "items"
        | "additionalProperties"
        | "additionalItems"
        | "contains"
        | "propertyNames"
        | "not"
        | "if"
        | "then"
        | "else"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Holds::One,
        _ => return None,
    })
}

/// The schemas that stand directly below a schema, each with its pointer relative to it.
pub(super) fn children(map: &Map<String, Value>) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (keyword, value) in map {
        match (holds(keyword), value) {
            (Some(Holds::Named), Value::Object(named)) => {
                found.extend(named.iter().map(|(name, child)| (below(keyword, name), child)));
            }
            (Some(Holds::Many | Holds::One), Value::Array(many)) => {
                found.extend(many.iter().enumerate().map(|(at, child)| (format!("/{keyword}/{at}"), child)));
            }
            (Some(Holds::One), child) => found.push((format!("/{keyword}"), child)),
            _ => {}
        }
    }
    found
}

/// As [`children`], to be changed.
pub(super) fn children_mut(map: &mut Map<String, Value>) -> Vec<(String, &mut Value)> {
    let mut found = Vec::new();
    for (keyword, value) in map.iter_mut() {
        match (holds(keyword), value) {
            (Some(Holds::Named), Value::Object(named)) => {
                found.extend(named.iter_mut().map(|(name, child)| (below(keyword, name), child)));
            }
            (Some(Holds::Many | Holds::One), Value::Array(many)) => {
                found.extend(
                    many.iter_mut().enumerate().map(|(at, child)| (format!("/{keyword}/{at}"), child)),
                );
            }
            (Some(Holds::One), child) => found.push((format!("/{keyword}"), child)),
            _ => {}
        }
    }
    found
}

fn below(keyword: &str, name: &str) -> String {
    format!("/{keyword}/{}", escape(name))
}

/// A member name as a JSON pointer's segment (RFC 6901).
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// How deep a value nests and how many values it holds, up to the limits: stops early beyond them.
pub(super) fn measure(value: &Value, max_depth: usize, max_nodes: usize) -> (usize, usize) {
    let (mut depth, mut nodes) = (0, 0);
    let mut stack = vec![(value, 1)];
    while let Some((value, level)) = stack.pop() {
        nodes += 1;
        depth = depth.max(level);
        if depth > max_depth || nodes > max_nodes {
            break;
        }
        match value {
            Value::Array(items) => stack.extend(items.iter().map(|item| (item, level + 1))),
            Value::Object(members) => stack.extend(members.values().map(|member| (member, level + 1))),
            _ => {}
        }
    }
    (depth, nodes)
}

/// Whether a value nests deeper, or holds more values, than any schema that is worked on. What is too deep is
/// refused before it is cloned, compared or dropped, all of which recurse in `serde_json`.
pub(super) fn is_too_large(value: &Value) -> bool {
    let (depth, nodes) = measure(value, MAX_DEPTH, MAX_NODES);
    depth > MAX_DEPTH || nodes > MAX_NODES
}

/// A copy of a value of any depth, without recursion.
pub(super) fn copy(value: &Value) -> Value {
    let mut root = Value::Null;
    let mut stack = vec![(value, &mut root)];
    while let Some((from, to)) = stack.pop() {
        match from {
            Value::Array(items) => {
                *to = Value::Array(vec![Value::Null; items.len()]);
                if let Value::Array(places) = to {
                    stack.extend(items.iter().zip(places));
                }
            }
            Value::Object(members) => {
                *to = Value::Object(members.keys().map(|name| (name.clone(), Value::Null)).collect());
                if let Value::Object(places) = to {
                    stack.extend(members.values().zip(places.values_mut()));
                }
            }
            scalar => *to = scalar.clone(),
        }
    }
    root
}

/// Drops a value of any depth without recursion; `Value`'s own drop overflows the stack on a very deep one.
pub fn drop_iteratively(value: Value) {
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(items) => stack.extend(items),
            Value::Object(members) => stack.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}
