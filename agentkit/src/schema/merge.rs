//! Two schemas that must both hold, as one schema.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::types::types_of;

/// Why two schemas cannot become one.
#[derive(Debug)]
pub(super) enum Clash {
    /// No value fits both.
    Never(String),
    /// The one schema cannot be written without the combinator.
    Unclear(String),
}

/// Keywords that say something to a reader and nothing about a value.
pub(super) fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "description"
            | "title"
            | "default"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$comment"
            | "$schema"
            | "$id"
            | "$anchor"
            | "discriminator"
    )
}

/// The schema of the values that fit both; annotations and order are the first one's where both have them.
/// Members of both are joined by an `allOf` of two, which is met again on the way down.
pub(super) fn merge(
    mut base: Map<String, Value>,
    other: Map<String, Value>,
) -> Result<Map<String, Value>, Clash> {
    let objects = merge_objects(&base, &other)?;
    let types = merge_types(&base, &other)?;
    let values = merge_values(&base, &other)?;
    for (keyword, value) in other {
        match keyword.as_str() {
            "properties" | "required" | "additionalProperties" | "type" | "enum" | "const" => {
                // Replaced below; inserted here to keep the place in the order.
                base.entry(keyword).or_insert(value);
            }
            _ => merge_keyword(&mut base, keyword, value)?,
        }
    }
    for (keyword, value) in objects {
        match value {
            Some(value) => base.insert(keyword.to_owned(), value),
            None => base.shift_remove(keyword),
        };
    }
    if let Some(types) = types {
        base.insert("type".to_owned(), types);
    }
    if let Some(values) = values {
        base.shift_remove("const");
        base.insert("enum".to_owned(), values);
    }
    Ok(base)
}

fn merge_keyword(base: &mut Map<String, Value>, keyword: String, value: Value) -> Result<(), Clash> {
    let is_tuple = base.contains_key("prefixItems");
    let Some(mine) = base.get_mut(&keyword) else {
        base.insert(keyword, value);
        return Ok(());
    };
    if *mine == value || is_annotation(&keyword) {
        return Ok(());
    }
    match keyword.as_str() {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            if compare(&value, mine) == Some(Ordering::Greater) {
                *mine = value;
            }
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            if compare(&value, mine) == Some(Ordering::Less) {
                *mine = value;
            }
        }
        "uniqueItems" => *mine = json!(true),
        "items" if !is_tuple => *mine = both(mine.take(), value),
        "allOf" => {
            if let (Value::Array(mine), Value::Array(theirs)) = (mine, value) {
                mine.extend(theirs);
            }
        }
        _ => return Err(Clash::Unclear(format!("two different `{keyword}` hold at once"))),
    }
    Ok(())
}

fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// The schema of what fits both, left to be merged when it is visited.
fn both(a: Value, b: Value) -> Value {
    let says_nothing = |value: &Value| value == &json!({}) || value == &json!(true);
    if a == b || says_nothing(&b) {
        a
    } else if says_nothing(&a) {
        b
    } else {
        json!({ "allOf": [a, b] })
    }
}

type Parts = Vec<(&'static str, Option<Value>)>;

/// The members of both: a name that only one side declares is held to the other side's rule for the rest.
fn merge_objects(base: &Map<String, Value>, other: &Map<String, Value>) -> Result<Parts, Clash> {
    let speaks =
        |map: &Map<String, Value>| map.contains_key("properties") || map.contains_key("additionalProperties");
    let mut parts = Vec::new();
    let required = required(base, other);
    if !required.is_empty() {
        parts.push(("required", Some(json!(required))));
    }
    if !speaks(base) || !speaks(other) {
        return Ok(parts);
    }
    if base.contains_key("patternProperties") || other.contains_key("patternProperties") {
        return Err(Clash::Unclear("`patternProperties` holds at once with other properties".to_owned()));
    }
    let empty = Map::new();
    let of = |map: &Map<String, Value>| {
        map.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
    };
    let (mine, theirs) = (of(base), of(other));
    let (my_rest, their_rest) = (base.get("additionalProperties"), other.get("additionalProperties"));
    let mut properties = empty;
    for (name, schema) in &mine {
        let joined = match theirs.get(name) {
            Some(theirs) => Some(both(schema.clone(), theirs.clone())),
            None => held_to(their_rest, schema),
        };
        keep(&mut properties, name, joined, &required)?;
    }
    for (name, schema) in theirs.iter().filter(|(name, _)| !mine.contains_key(*name)) {
        keep(&mut properties, name, held_to(my_rest, schema), &required)?;
    }
    parts.push(("properties", Some(Value::Object(properties))));
    parts.push((
        "additionalProperties",
        match (my_rest, their_rest) {
            (Some(Value::Bool(false)), _) | (_, Some(Value::Bool(false))) => Some(json!(false)),
            (Some(mine), Some(theirs)) => Some(both(mine.clone(), theirs.clone())),
            (one, other) => one.or(other).cloned(),
        },
    ));
    Ok(parts)
}

fn keep(
    properties: &mut Map<String, Value>,
    name: &str,
    joined: Option<Value>,
    required: &[String],
) -> Result<(), Clash> {
    match joined {
        Some(joined) => {
            properties.insert(name.to_owned(), joined);
        }
        None if required.iter().any(|required| required == name) => {
            return Err(Clash::Never(format!("`{name}` is required by one part and forbidden by another")));
        }
        // Optional here, forbidden there: it can only be absent.
        None => {}
    }
    Ok(())
}

/// A property under the other side's rule for undeclared members; `None` if that rule forbids it.
fn held_to(rest: Option<&Value>, schema: &Value) -> Option<Value> {
    match rest {
        None | Some(Value::Bool(true)) => Some(schema.clone()),
        Some(Value::Bool(false)) => None,
        Some(rest) => Some(both(schema.clone(), rest.clone())),
    }
}

fn required(base: &Map<String, Value>, other: &Map<String, Value>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for map in [base, other] {
        for name in
            map.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn merge_types(base: &Map<String, Value>, other: &Map<String, Value>) -> Result<Option<Value>, Clash> {
    let (mine, theirs) = (types_of(base), types_of(other));
    if mine.is_empty() || theirs.is_empty() {
        return Ok(None);
    }
    let mut common: Vec<&str> = Vec::new();
    for mine in &mine {
        for theirs in &theirs {
            let one = match (*mine, *theirs) {
                (a, b) if a == b => a,
                ("integer", "number") | ("number", "integer") => "integer",
                _ => continue,
            };
            if !common.contains(&one) {
                common.push(one);
            }
        }
    }
    match common.as_slice() {
        [] => {
            Err(Clash::Never(format!("no value is both {} and {}", mine.join(" or "), theirs.join(" or "))))
        }
        [one] => Ok(Some(json!(one))),
        many => Ok(Some(json!(many))),
    }
}

/// The literal values of a schema, if it lists them.
pub(super) fn literals(map: &Map<String, Value>) -> Option<Vec<&Value>> {
    match (map.get("enum").and_then(Value::as_array), map.get("const")) {
        (Some(all), Some(one)) => Some(all.iter().filter(|value| *value == one).collect()),
        (Some(all), None) => Some(all.iter().collect()),
        (None, Some(one)) => Some(vec![one]),
        (None, None) => None,
    }
}

fn merge_values(base: &Map<String, Value>, other: &Map<String, Value>) -> Result<Option<Value>, Clash> {
    let (Some(mine), Some(theirs)) = (literals(base), literals(other)) else {
        return Ok(None);
    };
    let common: Vec<&Value> = mine.into_iter().filter(|value| theirs.contains(value)).collect();
    if common.is_empty() {
        return Err(Clash::Never("no literal is in both lists".to_owned()));
    }
    Ok(Some(json!(common)))
}
