//! The type of a schema: read, inferred, and split where a provider takes one at a time.

use serde_json::{Map, Value, json};

const TYPES: [&str; 7] = ["null", "boolean", "object", "array", "number", "string", "integer"];

/// Whether a value is a well-formed `type`.
pub(super) fn is_type(value: &Value) -> bool {
    let known = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    match value {
        Value::Array(all) => !all.is_empty() && all.iter().all(known),
        one => known(one),
    }
}

/// The types a schema names; empty if it names none.
pub(super) fn types_of(map: &Map<String, Value>) -> Vec<&str> {
    match map.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether the schema's `type` is, or has among others, this one.
pub(super) fn has_type(map: &Map<String, Value>, name: &str) -> bool {
    types_of(map).contains(&name)
}

/// The type of a literal, in JSON Schema's terms.
pub(super) fn type_of_literal(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() && number.as_f64().is_some_and(|n| n.fract() != 0.0) => {
            "number"
        }
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a literal is of a type.
pub(super) fn is_of(value: &Value, name: &str) -> bool {
    let own = type_of_literal(value);
    own == name || (own == "integer" && name == "number")
}

/// The type that a schema without one means by its keywords.
pub(super) fn implied(map: &Map<String, Value>) -> Option<&'static str> {
    if map.contains_key("properties") || map.contains_key("additionalProperties") {
        Some("object")
    } else if map.contains_key("items") || map.contains_key("prefixItems") {
        Some("array")
    } else {
        None
    }
}

/// The type that a keyword speaks about; `None` for those about any value.
fn about(keyword: &str) -> Option<&'static [&'static str]> {
    Some(match keyword {
        "minLength" | "maxLength" | "pattern" | "contentEncoding" | "contentMediaType" => &["string"],
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["integer", "number"]
        }
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains" | "minContains"
        | "maxContains" | "unevaluatedItems" | "additionalItems" => &["array"],
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "dependentRequired"
        | "dependentSchemas"
        | "dependencies"
        | "unevaluatedProperties" => &["object"],
        _ => return None,
    })
}

/// The part of a schema that speaks about values of one type, without what is said to the reader.
pub(super) fn branch(map: &Map<String, Value>, name: &str) -> Map<String, Value> {
    let mut branch = Map::new();
    branch.insert("type".to_owned(), json!(name));
    for (keyword, value) in map {
        let belongs = match keyword.as_str() {
            "type" | "enum" | "const" | "$defs" => false,
            "format" => name == "string" || (is_width(value) && matches!(name, "integer" | "number")),
            other if super::merge::is_annotation(other) => false,
            other => about(other).is_none_or(|types| types.contains(&name)),
        };
        if belongs {
            branch.insert(keyword.clone(), value.clone());
        }
    }
    branch
}

/// Whether a `format` is a number's width, as schemars and `OpenAPI` write it: no string format.
pub(super) fn is_width(format: &Value) -> bool {
    let Some(format) = format.as_str() else { return false };
    let digits = format.strip_prefix("uint").or_else(|| format.strip_prefix("int"));
    digits.is_some_and(|width| width.is_empty() || width.bytes().all(|byte| byte.is_ascii_digit()))
        || matches!(format, "double" | "float" | "decimal")
}

/// The literals of a schema by type, in order of first appearance; those of another type than `type` says
/// can never occur and are left out.
pub(super) fn literals_by_type(
    map: &Map<String, Value>,
    literals: &[&Value],
) -> Vec<(&'static str, Vec<Value>)> {
    let named = types_of(map);
    let mut groups: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for literal in literals {
        if !named.is_empty() && !named.iter().any(|name| is_of(literal, name)) {
            continue;
        }
        let own = type_of_literal(literal);
        match groups.iter_mut().find(|(name, _)| *name == own) {
            Some((_, group)) if group.contains(literal) => {}
            Some((_, group)) => group.push((*literal).clone()),
            None => groups.push((own, vec![(*literal).clone()])),
        }
    }
    // Whole numbers among fractions are one group of numbers.
    if let Some(at) = groups.iter().position(|(name, _)| *name == "integer")
        && groups.iter().any(|(name, _)| *name == "number")
    {
        let (_, whole) = groups.remove(at);
        if let Some((_, numbers)) = groups.iter_mut().find(|(name, _)| *name == "number") {
            numbers.extend(whole);
        }
    }
    groups
}
