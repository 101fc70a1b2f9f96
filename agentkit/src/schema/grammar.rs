//! Grammar compilers. Sources: llama.cpp `json-schema-to-grammar`, and vLLM's structured outputs.

use serde_json::{Map, Value};

use super::rules::Fate;
use super::types::{has_type, is_width};

/// The formats that llama.cpp has a rule for.
const FORMATS: [&str; 4] = ["date", "time", "date-time", "uuid"];
/// The most repetitions of a rule: llama.cpp refuses grammars above 2,000.
const REPETITIONS: u64 = 2_000;

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
        | "const"
        | "anyOf"
        | "$ref"
        | "$defs"
        | "additionalProperties" => Fate::Keep,
        // The object rule turns a closed one into `additionalProperties: false`.
        "unevaluatedProperties" => Fate::Keep,
        "minItems" | "maxItems" | "minLength" | "maxLength"
            if value.as_u64().is_some_and(|count| count <= REPETITIONS) =>
        {
            Fate::Keep
        }
        // Ranges become rules of digits; there are none for fractions.
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
            if has_type(map, "integer") && value.as_i64().is_some() =>
        {
            Fate::Keep
        }
        "pattern" if value.as_str().is_some_and(is_simple) && !map.contains_key("format") => Fate::Keep,
        "format" if is_width(value) => Fate::Strip,
        "format" if value.as_str().is_some_and(|format| FORMATS.contains(&format)) => Fate::Keep,
        "format" | "pattern" | "minLength" | "maxLength" | "minItems" | "maxItems" | "minimum"
        | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minProperties"
        | "maxProperties" | "contentEncoding" | "contentMediaType" | "default" | "examples" => Fate::Describe,
        "uniqueItems" if value == &Value::Bool(true) => Fate::Describe,
        "uniqueItems" | "title" | "$schema" | "$id" | "$anchor" | "$comment" | "deprecated" | "readOnly"
        | "writeOnly" | "discriminator" => Fate::Strip,
        _ => Fate::Drop,
    }
}

/// Whether a regular expression is of the kind that becomes rules: anchored at both ends, with literals,
/// classes, groups and repetitions only.
fn is_simple(pattern: &str) -> bool {
    let Some(body) = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else {
        return false;
    };
    let mut chars = body.chars().peekable();
    let mut in_class = false;
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some(next)
                    if next.is_ascii_alphanumeric() && !matches!(next, 'd' | 's' | 'w' | 'n' | 't' | 'r') =>
                {
                    return false;
                }
                None => return false,
                Some(_) => {}
            },
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && chars.peek() == Some(&'?') => return false,
            '^' | '$' if !in_class => return false,
            '*' | '+' | '?' | '}' if !in_class && matches!(chars.peek(), Some('?' | '+')) => return false,
            _ => {}
        }
    }
    true
}
