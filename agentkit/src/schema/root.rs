//! Roots that are not objects: no provider takes them, so they travel inside one.

use serde_json::{Map, Value, json};

use super::definitions::{Apart, adopt, apart};
use super::prepare::prepare;
use super::walk::{copy, is_too_large};

/// The member that carries a wrapped value.
const RESULT: &str = "result";

/// Whether a schema was wrapped, and with that what its values have to be unwrapped from.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[must_use = "a value of a wrapped schema has to be unwrapped"]
pub enum Wrapped {
    /// The schema is an object already: it was left as it is.
    No,
    /// The value is the member `result` of the object that comes back.
    Yes,
}

impl Wrapped {
    /// The value itself; `None` if it is not wrapped as it should be.
    pub fn unwrap(self, value: Value) -> Option<Value> {
        match (self, value) {
            (Self::No, value) => Some(value),
            (Self::Yes, Value::Object(mut members)) if members.len() == 1 => members.shift_remove(RESULT),
            (Self::Yes, _) => None,
        }
    }
}

/// Puts a schema whose root is not a plain object into the closed object `{"result": …}`.
/// Definitions move to the new root, and references to the old root to a definition of it.
pub fn wrap_root(schema: &Value) -> (Value, Wrapped) {
    let is_object = |map: &Map<String, Value>| {
        let type_says = map.get("type").and_then(Value::as_str) == Some("object");
        let combined = ["anyOf", "oneOf", "allOf", "$ref", "enum", "const", "not", "if"];
        type_says && !combined.iter().any(|keyword| map.contains_key(*keyword))
    };
    if schema.as_object().is_some_and(is_object) {
        return (copy(schema), Wrapped::No);
    }
    let Apart { body, definitions } = parted(schema);
    (object_of(body, definitions), Wrapped::Yes)
}

/// A schema without its definitions, where that can be had; one beyond repair is refused when it is lowered.
fn parted(schema: &Value) -> Apart {
    if is_too_large(schema) {
        return Apart { body: copy(schema), definitions: Map::new() };
    }
    let prepared = prepare(schema);
    apart(if prepared.refusals.is_empty() { prepared.schema } else { schema.clone() })
}

fn object_of(result: Value, definitions: Map<String, Value>) -> Value {
    // Not by `json!`, which copies what it is given, with recursion.
    let properties = Map::from_iter([(RESULT.to_owned(), result)]);
    let mut map = Map::new();
    map.insert("type".to_owned(), json!("object"));
    map.insert("properties".to_owned(), Value::Object(properties));
    map.insert("required".to_owned(), json!([RESULT]));
    map.insert("additionalProperties".to_owned(), json!(false));
    if !definitions.is_empty() {
        map.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Value::Object(map)
}

/// The schema of one of several shapes, for output that is not by tool: `{"result": {"kind": …}}`, with `kind`
/// the first property of each. An object's properties stand beside `kind`; any other schema, and an object
/// that has a `kind` of its own or is more than its properties, is the property `value`.
/// Each choice is `(name, description, schema)`. Definitions move to the root; where two choices differ about
/// one, the later is renamed.
pub fn union(choices: &[(&str, &str, &Value)]) -> Value {
    union_of(choices).0
}

/// A [`union`], and of each choice where its value stands.
pub(crate) fn union_of(choices: &[(&str, &str, &Value)]) -> (Value, Vec<Place>) {
    let mut definitions = Map::new();
    let (mut branches, mut places) = (Vec::new(), Vec::new());
    for (name, description, schema) in choices {
        let body = adopt(parted(schema), &mut definitions);
        let (branch, place) = choice(name, description, body);
        branches.push(branch);
        places.push(place);
    }
    let result = Map::from_iter([("anyOf".to_owned(), Value::Array(branches))]);
    (object_of(Value::Object(result), definitions), places)
}

/// Where the value of a union's choice stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Its members stand beside `kind`.
    BesideKind,
    /// In the member `value`.
    Value,
}

fn choice(name: &str, description: &str, body: Value) -> (Value, Place) {
    let mut properties = Map::from_iter([("kind".to_owned(), json!({ "type": "string", "const": name }))]);
    let mut required = vec![json!("kind")];
    let mut rest = json!(false);
    let mut place = Place::Value;
    let plain = |map: &Map<String, Value>| {
        let known =
            ["type", "properties", "required", "additionalProperties", "description", "title", "$schema"];
        map.get("type").and_then(Value::as_str) == Some("object")
            && map.keys().all(|keyword| known.contains(&keyword.as_str()))
            && map.get("properties").is_some_and(|all| all.is_object() && all.get("kind").is_none())
    };
    match body {
        Value::Object(mut map) if plain(&map) => {
            place = Place::BesideKind;
            if let Some(Value::Object(own)) = map.shift_remove("properties") {
                properties.extend(own);
            }
            if let Some(Value::Array(own)) = map.shift_remove("required") {
                required.extend(own);
            }
            rest = map.shift_remove("additionalProperties").unwrap_or(rest);
        }
        other => {
            properties.insert("value".to_owned(), other);
            required.push(json!("value"));
        }
    }
    let mut branch = Map::new();
    if !description.is_empty() {
        branch.insert("description".to_owned(), json!(description));
    }
    branch.insert("type".to_owned(), json!("object"));
    branch.insert("properties".to_owned(), Value::Object(properties));
    branch.insert("required".to_owned(), Value::Array(required));
    branch.insert("additionalProperties".to_owned(), rest);
    (Value::Object(branch), place)
}
