//! The proof that a lowered schema keeps a strict target's rules: an allow-list, checked on the result and
//! independent of how it came about. What is not listed here is not claimed to be strict.

use serde_json::{Map, Value};

use super::refs::target as referred;
use super::types::types_of;
use super::walk::children;
use super::{Refusal, Target, anthropic, openai};

/// Refuses a schema that is not provably strict.
pub(super) fn check(schema: &Value, target: Target, refusals: &mut Vec<Refusal>) {
    let mut stack = vec![(schema, String::new())];
    while let Some((node, path)) = stack.pop() {
        let fault = match node {
            Value::Object(map) => {
                let below =
                    children(map).into_iter().filter(|(segment, _)| segment != "/additionalProperties");
                stack.extend(below.map(|(segment, child)| (child, format!("{path}{segment}"))));
                fault(map, schema, target, path.is_empty())
            }
            _ => Some("is not a schema object".to_owned()),
        };
        if let Some(what) = fault {
            refusals.push(Refusal { path, what, repair: "send it without `strict`".to_owned() });
        }
    }
}

fn fault(map: &Map<String, Value>, root: &Value, target: Target, is_root: bool) -> Option<String> {
    let only = |allowed: &[&str]| {
        let words = |keyword: &str| {
            keyword == "description"
                || (keyword == "title" && target == Target::AnthropicStrict)
                || (is_root && keyword == "$defs")
        };
        map.keys()
            .find(|keyword| !allowed.contains(&keyword.as_str()) && !words(keyword))
            .map(|keyword| format!("`{keyword}` is not strict here"))
    };
    if let Some(to) = map.get("$ref") {
        let known = to.as_str().is_some_and(|to| referred(root, to).is_some());
        return if map.len() > 1 || !known {
            Some("a reference must stand alone and lead somewhere".to_owned())
        } else {
            None
        };
    }
    if map.contains_key("anyOf") {
        return if is_root { Some("the root is a union".to_owned()) } else { only(&["anyOf"]) };
    }
    let types = types_of(map);
    let name = match types.as_slice() {
        [one] => *one,
        [one, "null"] if !matches!(*one, "object" | "array") => *one,
        _ => return Some("has no single type".to_owned()),
    };
    if is_root && name != "object" {
        return Some("the root is not an object".to_owned());
    }
    let literals = |map: &Map<String, Value>| {
        let primitive = |value: &Value| !value.is_array() && !value.is_object();
        let all = map.get("enum").and_then(Value::as_array);
        let sound = all.is_none_or(|all| all.iter().all(primitive)) && map.get("const").is_none_or(primitive);
        (!sound).then(|| "a literal is not primitive".to_owned())
    };
    let format = |map: &Map<String, Value>| {
        let formats: &[&str] =
            if target == Target::OpenAiStrict { &openai::FORMATS } else { &anthropic::FORMATS };
        let unknown = map.get("format").and_then(Value::as_str).filter(|format| !formats.contains(format));
        unknown.map(|format| format!("`format: {format}` is not strict"))
    };
    let open_ai = target == Target::OpenAiStrict;
    match name {
        "object" => {
            only(&["type", "properties", "required", "additionalProperties"]).or_else(|| members(map, target))
        }
        "array" => {
            let allowed: &[&str] = &["type", "items", "minItems", "maxItems"];
            let few = map.get("minItems").is_none_or(|least| matches!(least.as_u64(), Some(0 | 1)));
            only(if open_ai { allowed } else { &allowed[..3] })
                .or_else(|| {
                    (!map.get("items").is_some_and(Value::is_object)).then(|| "has no items".to_owned())
                })
                .or_else(|| (!open_ai && !few).then(|| "`minItems` is more than 1".to_owned()))
        }
        "string" => only(if open_ai {
            &["type", "enum", "const", "format", "pattern"]
        } else {
            &["type", "enum", "const", "format"]
        })
        .or_else(|| literals(map))
        .or_else(|| format(map)),
        "integer" | "number" => only(if open_ai {
            &[
                "type",
                "enum",
                "const",
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
            ]
        } else {
            &["type", "enum", "const"]
        })
        .or_else(|| literals(map)),
        "boolean" => only(&["type", "enum", "const"]).or_else(|| literals(map)),
        _ => only(&["type"]),
    }
}

fn members(map: &Map<String, Value>, target: Target) -> Option<String> {
    let Some(Value::Object(properties)) = map.get("properties") else {
        return Some("an object has no `properties`".to_owned());
    };
    if map.get("additionalProperties") != Some(&Value::Bool(false)) {
        return Some("an object is open".to_owned());
    }
    let required: Vec<&str> = map
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if target == Target::OpenAiStrict && !properties.keys().map(String::as_str).eq(required.iter().copied()) {
        return Some("`required` is not the list of all properties".to_owned());
    }
    let stray = required.iter().find(|name| !properties.contains_key(**name));
    stray.map(|name| format!("`required` names `{name}`, which is no property"))
}
