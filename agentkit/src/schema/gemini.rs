//! Gemini, `parametersJsonSchema` and `responseJsonSchema`. Source: the API reference of
//! `GenerationConfig.responseJsonSchema`, which lists the keywords taken.

use serde_json::{Map, Value, json};

use super::rules::Fate;
use super::types::{has_type, is_width};

#[allow(clippy::match_same_arms, reason = "a table, in the order of its rules")]
pub(super) fn fate(keyword: &str, value: &Value, map: &Map<String, Value>) -> Fate {
    match keyword {
        "type"
        | "description"
        | "properties"
        | "required"
        | "items"
        | "prefixItems"
        | "enum"
        | "anyOf"
        | "$ref"
        | "$defs"
        | "minItems"
        | "maxItems"
        | "minimum"
        | "maximum"
        | "additionalProperties"
        | "propertyOrdering" => Fate::Keep,
        // The object rule turns a closed one into `additionalProperties: false`.
        "unevaluatedProperties" => Fate::Keep,
        "exclusiveMinimum" => inclusive("minimum", value, 1, map),
        "exclusiveMaximum" => inclusive("maximum", value, -1, map),
        "format" if is_width(value) => Fate::Strip,
        // Tolerated at best, never enforced.
        "format" | "pattern" | "minLength" | "maxLength" | "multipleOf" | "minProperties"
        | "maxProperties" | "contentEncoding" | "contentMediaType" | "default" | "examples" | "const" => {
            Fate::Describe
        }
        "uniqueItems" if value == &Value::Bool(true) => Fate::Describe,
        "uniqueItems" | "title" | "$schema" | "$id" | "$anchor" | "$comment" | "deprecated" | "readOnly"
        | "writeOnly" | "discriminator" => Fate::Strip,
        _ => Fate::Drop,
    }
}

/// An exclusive bound on whole numbers as the inclusive one next to it, where that loses nothing.
fn inclusive(keyword: &'static str, value: &Value, step: i64, map: &Map<String, Value>) -> Fate {
    let whole = has_type(map, "integer") && !has_type(map, "number");
    match value.as_i64().and_then(|bound| bound.checked_add(step)) {
        Some(bound) if whole && !map.contains_key(keyword) => Fate::Replace(keyword, json!(bound)),
        _ => Fate::Describe,
    }
}
