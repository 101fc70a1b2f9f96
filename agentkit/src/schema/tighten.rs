//! Closed schemas out of open ones.

use serde_json::{Map, Value, json};

use super::Refusal;
use super::nulls::accepts_null;
use super::objects::make_nullable;
use super::types::has_type;
use super::walk::{children_mut, drop_iteratively, is_too_large};

/// Whether tightening goes below a child: by shape, not by reference or condition.
fn is_structural(path: &str) -> bool {
    ["/properties/", "/items", "/prefixItems/", "/allOf/", "/anyOf/", "/oneOf/", "/$defs/", "/definitions/"]
        .iter()
        .any(|keyword| path.starts_with(keyword))
}

/// Closes every object and requires every property, in place, as `OpenAI`'s strict mode wants it.
///
/// Each schema whose `type` says object gets `additionalProperties: false`, each with `properties` gets all of
/// them in `required`, in their order; so it is below `properties`, `items`, `prefixItems`, `allOf`, `anyOf`,
/// `oneOf`, `$defs` and `definitions`. A schema with `$ref` is left as it is, and so is what stands below `not`,
/// `if`, `then` and `else`. Doing it twice is doing it once, and no depth overflows the stack.
///
/// This changes what the schema means: optional properties are required now, maps take no members, and an
/// `allOf` of two objects takes nothing at all. [`tighten_preserving`] does none of that.
pub fn tighten(schema: &mut Value) {
    let mut stack = vec![schema];
    while let Some(node) = stack.pop() {
        let Value::Object(map) = node else { continue };
        if !map.contains_key("$ref") {
            if has_type(map, "object") {
                replace(map, "additionalProperties", json!(false));
            }
            if let Some(Value::Object(properties)) = map.get("properties") {
                let all: Vec<Value> = properties.keys().map(|name| json!(name)).collect();
                replace(map, "required", Value::Array(all));
            }
        }
        let beside_reference = map.contains_key("$ref");
        let below = children_mut(map)
            .into_iter()
            .filter(|(path, _)| if beside_reference { is_definition(path) } else { is_structural(path) });
        stack.extend(below.map(|(_, child)| child));
    }
}

/// Sets a keyword; what it said before may be of any depth.
fn replace(map: &mut Map<String, Value>, keyword: &str, value: Value) {
    if let Some(before) = map.insert(keyword.to_owned(), value) {
        drop_iteratively(before);
    }
}

fn is_definition(path: &str) -> bool {
    path.starts_with("/$defs/") || path.starts_with("/definitions/")
}

/// As [`tighten`], without a change of meaning for what a type serialises to: an optional property becomes
/// required and nullable (see [`undo_null_mapping`](super::undo_null_mapping)), a map stays a map, and objects
/// that are joined to others (`allOf`, or a union with keywords beside it) stay open.
///
/// Returns the places that could not be closed, with the reason; none means that all is closed. Only whether a
/// property takes null already is read through references; for that the schema is copied, so one that nests
/// deeper than 128 values is returned as it is, with a refusal.
pub fn tighten_preserving(schema: &mut Value) -> Vec<Refusal> {
    let mut open = Vec::new();
    if is_too_large(schema) {
        open.push(refusal("", "nests too deep or is too large", "split the type"));
        return open;
    }
    let original = schema.clone();
    let mut stack = vec![(schema, String::new(), false)];
    while let Some((node, path, joined)) = stack.pop() {
        let Value::Object(map) = node else { continue };
        let combined = ["anyOf", "oneOf", "allOf", "$ref"].iter().any(|keyword| map.contains_key(*keyword));
        let speaks = has_type(map, "object") || map.contains_key("properties");
        if speaks && (joined || combined) {
            open.push(refusal(
                &path,
                "an object joined to others stays open",
                "write the parts as one schema",
            ));
        } else if speaks {
            open.extend(close(map, &original, &path));
        }
        let beside = combined
            && map.keys().any(|k| {
                !matches!(k.as_str(), "anyOf" | "oneOf" | "$ref" | "$defs" | "definitions")
                    && !super::merge::is_annotation(k)
            });
        for (segment, child) in children_mut(map) {
            if is_structural(&segment) || segment == "/additionalProperties" {
                let branch = segment.starts_with("/anyOf/") || segment.starts_with("/oneOf/");
                let joined = segment.starts_with("/allOf/") || (branch && (joined || beside));
                stack.push((child, format!("{path}{segment}"), joined));
            }
        }
    }
    open
}

fn close(map: &mut Map<String, Value>, original: &Value, path: &str) -> Option<Refusal> {
    let required: Vec<String> = map
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    if let Some(Value::Object(properties)) = map.get_mut("properties") {
        for (name, property) in properties.iter_mut() {
            if !required.contains(name) && !accepts_null(property, original) {
                make_nullable(property);
            }
        }
        let mut all: Vec<String> = properties.keys().cloned().collect();
        let unknown: Vec<String> = required.into_iter().filter(|name| !all.contains(name)).collect();
        all.extend(unknown);
        map.insert("required".to_owned(), json!(all));
    }
    let open = map.get("additionalProperties").is_some_and(|rest| rest != &json!(false))
        || map.contains_key("patternProperties");
    if open || (!map.contains_key("properties") && !map.contains_key("additionalProperties")) {
        return Some(refusal(path, "a map stays open", "use a list of key and value, or a struct"));
    }
    map.insert("additionalProperties".to_owned(), json!(false));
    None
}

fn refusal(path: &str, what: &str, repair: &str) -> Refusal {
    Refusal { path: path.to_owned(), what: what.to_owned(), repair: repair.to_owned() }
}
