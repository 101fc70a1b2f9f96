//! Objects and arrays: closed or open, required or not, tuples.

use serde_json::{Map, Value, json};

use super::engine::{Context, Site};
use super::nulls::accepts_null;
use super::refs::reference;
use super::walk::{children, escape};
use super::{ChangeKind, Target, describe};

/// An object's members.
pub(super) fn object(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    close(map, context, site);
    required(map, context, site);
    match context.target {
        Target::OpenAiStrict => require_all(map, context, site),
        Target::Gemini => loosen_cycles(map, context, site),
        _ => {}
    }
}

fn says_no(value: &Value) -> bool {
    value == &json!(false) || value == &json!({ "not": {} })
}

fn close(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    if let Some(rest) = map.shift_remove("unevaluatedProperties") {
        if says_no(&rest) {
            // Nothing is joined to this object any more, so no member is evaluated elsewhere.
            map.insert("additionalProperties".to_owned(), json!(false));
            context.change(
                &site.path,
                ChangeKind::Changed,
                "`unevaluatedProperties` is written as `additionalProperties`",
            );
        } else if !map.contains_key("additionalProperties") {
            map.insert("additionalProperties".to_owned(), rest);
        }
    }
    if !context.target.is_strict() {
        return;
    }
    let open = match map.get("additionalProperties") {
        Some(rest) if says_no(rest) => false,
        Some(Value::Bool(true)) => {
            return context.refuse(&site.path, "an open object has no strict form", "name every property");
        }
        Some(_) => {
            let repair = "use a list of key and value, or a struct";
            return context.refuse(&site.path, "a map has no strict form", repair);
        }
        None if map.contains_key("patternProperties") => return,
        None if !map.contains_key("properties") => {
            let repair = "name the properties, or write `properties: {}` if there are none";
            return context.refuse(&site.path, "an object without properties has no strict form", repair);
        }
        None => true,
    };
    if !map.contains_key("properties") {
        map.insert("properties".to_owned(), json!({}));
    }
    map.insert("additionalProperties".to_owned(), json!(false));
    if open {
        context.change(&site.path, ChangeKind::Closed, "no other members are allowed now");
    }
}

/// Takes repetitions and names of no property out of `required`.
fn required(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let Some(Value::Array(names)) = map.get("required") else { return };
    let known = |name: &str| map.get("properties").and_then(|all| all.get(name)).is_some();
    let mut kept: Vec<Value> = Vec::new();
    let mut unknown = Vec::new();
    for name in names {
        match name.as_str() {
            Some(text) if !known(text) => unknown.push(text.to_owned()),
            _ if kept.contains(name) => {}
            _ => kept.push(name.clone()),
        }
    }
    for name in unknown {
        let what = format!("`required` names `{name}`, which is no property");
        if context.target.is_strict() {
            context.refuse(&site.path, what, "describe the property");
        } else {
            context.change(&site.path, ChangeKind::Dropped, format!("{what}; checked locally only"));
        }
    }
    map.insert("required".to_owned(), Value::Array(kept));
}

fn required_names(map: &Map<String, Value>) -> Vec<String> {
    let names = map.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// `OpenAI`: every property is required, and one that was optional takes null for "absent".
fn require_all(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let already = required_names(map);
    let Some(Value::Object(properties)) = map.get_mut("properties") else { return };
    for (name, schema) in properties.iter_mut() {
        if already.contains(name) {
            continue;
        }
        let path = format!("{}/properties/{}", site.path, escape(name));
        let detail = if accepts_null(schema, context.source) {
            "optional: required now, null stands for absent too"
        } else {
            make_nullable(schema);
            "optional: required now, null stands for absent"
        };
        context.change(&path, ChangeKind::MadeNullable, detail);
    }
    let all: Vec<Value> = properties.keys().map(|name| json!(name)).collect();
    map.insert("required".to_owned(), Value::Array(all));
}

/// Lets a schema that does not take null take it.
pub(super) fn make_nullable(schema: &mut Value) {
    let Value::Object(map) = schema else {
        let inner = schema.take();
        *schema = json!({ "anyOf": [inner, { "type": "null" }] });
        return;
    };
    let scalar =
        matches!(map.get("type").and_then(Value::as_str), Some("string" | "integer" | "number" | "boolean"));
    let literal = map.contains_key("enum") || map.contains_key("const");
    let combined =
        ["anyOf", "oneOf", "allOf", "$ref", "not", "if"].iter().any(|keyword| map.contains_key(*keyword));
    if scalar && !literal && !combined {
        let name = map.get("type").cloned();
        map.insert("type".to_owned(), json!([name, "null"]));
        return;
    }
    for keyword in ["anyOf", "oneOf"] {
        if map.keys().all(|other| other == keyword || super::merge::is_annotation(other))
            && let Some(Value::Array(branches)) = map.get_mut(keyword)
        {
            branches.push(json!({ "type": "null" }));
            return;
        }
    }
    let mut inner = std::mem::take(map);
    for words in ["description", "default", "examples", "title"] {
        map.extend(inner.shift_remove(words).map(|said| (words.to_owned(), said)));
    }
    map.insert("anyOf".to_owned(), json!([inner, { "type": "null" }]));
}

/// Gemini unrolls a cycle to a limited depth, so it takes one only where a property may be absent.
fn loosen_cycles(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let Some(Value::Object(properties)) = map.get("properties") else { return };
    let names = required_names(map);
    let closes =
        |name: &String| properties.get(name).is_some_and(|schema| needs_cycle(schema, context, site));
    let (cyclic, kept): (Vec<String>, Vec<String>) = names.into_iter().partition(closes);
    if cyclic.is_empty() {
        return;
    }
    for name in cyclic {
        let path = format!("{}/properties/{}", site.path, escape(&name));
        context.change(
            &path,
            ChangeKind::MadeOptional,
            "optional now: a recursive property cannot be required",
        );
    }
    map.insert("required".to_owned(), json!(kept));
}

/// Whether a schema refers back to the definition it stands in, other than by the properties of an object
/// below it, which has its own `required`.
fn needs_cycle(schema: &Value, context: &Context<'_>, site: &Site) -> bool {
    let mut stack = vec![schema];
    while let Some(node) = stack.pop() {
        let Value::Object(map) = node else { continue };
        if reference(map).is_some_and(|to| to == &*site.home || context.refs.reaches(to, &site.home)) {
            return true;
        }
        let below = children(map).into_iter();
        stack.extend(below.filter(|(path, _)| !path.starts_with("/properties/")).map(|(_, child)| child));
    }
    false
}

/// An array's items. Strict targets take tuples of one type only, as lists of that length.
pub(super) fn array(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let strict = context.target.is_strict();
    let closed = map.get("items").is_some_and(says_no);
    if let Some(Value::Array(parts)) = map.get("prefixItems") {
        let length = parts.len();
        let bound = map.get("maxItems").and_then(Value::as_u64).and_then(|most| usize::try_from(most).ok());
        let fixed = closed || bound.is_some_and(|most| most <= length);
        let alike = parts.first().filter(|first| parts.iter().all(|part| part == *first)).cloned();
        if fixed && (closed || !map.get("items").is_some_and(Value::is_object)) {
            map.shift_remove("items");
            map.insert("maxItems".to_owned(), json!(bound.map_or(length, |most| most.min(length))));
        }
        if let (true, true, Some(one)) = (strict, fixed, alike) {
            map.shift_remove("prefixItems");
            map.insert("items".to_owned(), one);
            context.change(
                &site.path,
                ChangeKind::Changed,
                format!("a tuple of {length} of one type is written as a list"),
            );
        }
        return;
    }
    if strict && (closed || !map.contains_key("items")) {
        context.refuse(&site.path, "an array without `items` has no strict form", "describe the items");
    } else if closed {
        map.shift_remove("items");
        map.insert("maxItems".to_owned(), json!(0));
        describe::add(map, "Always empty.");
    }
}
