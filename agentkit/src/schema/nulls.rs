//! Back from "null stands for absent", which a strict `OpenAI` schema makes of optional properties.

use serde_json::{Map, Value};

use super::merge::literals;
use super::prepare::percent_decoded;
use super::types::types_of;
use super::walk::is_too_large;

/// Ways to read a schema (branches of its unions) that are told apart; beyond it, none is.
const MAX_READINGS: usize = 64;
/// Steps that answer one question about a schema.
const MAX_STEPS: usize = 4_096;

/// Takes the members out of `value` that are null where `original` has an optional property that takes no
/// null: under [`Target::OpenAiStrict`](super::Target::OpenAiStrict) such a property is required and nullable,
/// and null is how the model says "absent". Every other null stays, above all those of properties that are
/// required or that take null themselves. In a union only the branches count whose literals fit the value; a
/// null that any of them would take stays.
pub fn undo_null_mapping(mut value: Value, original: &Value) -> Value {
    // What no provider was sent has nothing to be undone.
    if is_too_large(original) {
        return value;
    }
    let mut stack = vec![(&mut value, vec![original])];
    while let Some((value, schemas)) = stack.pop() {
        let readings: Vec<Reading<'_>> =
            schemas.iter().flat_map(|schema| readings(schema, original)).collect();
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let below: Vec<&Value> =
                        readings.iter().flatten().filter_map(|part| item_of(part, index)).collect();
                    if !below.is_empty() {
                        stack.push((item, below));
                    }
                }
            }
            Value::Object(members) => {
                let fitting: Vec<&Reading<'_>> =
                    readings.iter().filter(|reading| fits(reading, members, original)).collect();
                let fitting = if fitting.is_empty() { readings.iter().collect() } else { fitting };
                members.retain(|name, member| !(member.is_null() && means_absent(name, &fitting, original)));
                for (name, member) in members.iter_mut() {
                    let parts = fitting.iter().flat_map(|reading| reading.iter());
                    let below: Vec<&Value> = parts.filter_map(|part| member_of(part, name)).collect();
                    if !below.is_empty() {
                        stack.push((member, below));
                    }
                }
            }
            _ => {}
        }
    }
    value
}

/// One way to read a schema: the parts that hold at once, with one branch taken of each union.
type Reading<'s> = Vec<&'s Map<String, Value>>;

fn readings<'s>(schema: &'s Value, root: &'s Value) -> Vec<Reading<'s>> {
    enum Pending<'s> {
        All(&'s Value),
        One(&'s [Value]),
    }
    let mut found = Vec::new();
    let mut stack = vec![(vec![Pending::All(schema)], Reading::new())];
    let mut steps = 0;
    while let Some((mut pending, mut parts)) = stack.pop() {
        steps += 1;
        if steps > MAX_STEPS || found.len() >= MAX_READINGS {
            break;
        }
        match pending.pop() {
            None => found.push(parts),
            Some(Pending::All(Value::Object(map))) => {
                if !parts.iter().any(|known| std::ptr::eq(*known, map)) {
                    parts.push(map);
                    pending.extend(referred(map, root).map(Pending::All));
                    pending.extend(list(map, "allOf").iter().map(Pending::All));
                    for keyword in ["anyOf", "oneOf"] {
                        let branches = list(map, keyword);
                        if !branches.is_empty() {
                            pending.push(Pending::One(branches));
                        }
                    }
                }
                stack.push((pending, parts));
            }
            Some(Pending::All(_)) => stack.push((pending, parts)),
            Some(Pending::One(branches)) => {
                for branch in branches.iter().rev() {
                    let copied = pending.iter().map(|pending| match pending {
                        Pending::All(schema) => Pending::All(schema),
                        Pending::One(branches) => Pending::One(branches),
                    });
                    let mut with_branch: Vec<Pending<'s>> = copied.collect();
                    with_branch.push(Pending::All(branch));
                    stack.push((with_branch, parts.clone()));
                }
            }
        }
    }
    found
}

fn list<'s>(map: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    map.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn referred<'s>(map: &Map<String, Value>, root: &'s Value) -> Option<&'s Value> {
    let fragment = map.get("$ref")?.as_str()?.strip_prefix('#')?;
    root.pointer(&percent_decoded(fragment))
}

fn properties(map: &Map<String, Value>) -> Option<&Map<String, Value>> {
    map.get("properties").and_then(Value::as_object)
}

fn member_of<'s>(part: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    match properties(part).and_then(|properties| properties.get(name)) {
        Some(declared) => Some(declared),
        None => part.get("additionalProperties").filter(|rest| rest.is_object()),
    }
}

fn item_of(part: &Map<String, Value>, index: usize) -> Option<&Value> {
    let listed = list(part, "prefixItems").get(index).or_else(|| list(part, "items").get(index));
    listed.or_else(|| part.get("items").filter(|items| items.is_object()))
}

/// Whether no literal of a reading contradicts the members.
fn fits(reading: &Reading<'_>, members: &Map<String, Value>, root: &Value) -> bool {
    reading.iter().filter_map(|part| properties(part)).flatten().all(|(name, schema)| {
        let Some(member) = members.get(name).filter(|member| !member.is_null()) else { return true };
        readings(schema, root)
            .iter()
            .any(|reading| reading.iter().all(|part| literals(part).is_none_or(|all| all.contains(&member))))
    })
}

fn means_absent(name: &str, readings: &[&Reading<'_>], root: &Value) -> bool {
    let declaring: Vec<_> = readings
        .iter()
        .filter(|reading| {
            reading.iter().any(|part| properties(part).is_some_and(|all| all.contains_key(name)))
        })
        .collect();
    !declaring.is_empty()
        && declaring.iter().all(|reading| {
            let required =
                reading.iter().any(|part| list(part, "required").iter().any(|required| required == name));
            let mut schemas = reading.iter().filter_map(|part| properties(part)?.get(name));
            !required && !schemas.all(|schema| accepts_null(schema, root))
        })
}

/// Whether a schema takes null. One that says nothing about it does.
pub(super) fn accepts_null(schema: &Value, root: &Value) -> bool {
    if schema == &Value::Bool(false) {
        return false;
    }
    readings(schema, root).iter().any(|reading| {
        reading.iter().all(|part| {
            let types = types_of(part);
            let literal = literals(part).is_none_or(|all| all.iter().any(|value| value.is_null()));
            let refused = part.get("not").is_some_and(|not| not == &Value::Object(Map::new()));
            (types.is_empty() || types.contains(&"null")) && literal && !refused
        })
    })
}
