//! What the small benches decode.

mod hostile;

use agentkit::decode::Schema;
pub use hostile::hostile;
use serde_json::{Value, json};

/// A list of people.
///
/// # Panics
/// Never: the schema is sound.
pub fn schema() -> Schema {
    let person = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "age": { "type": "integer" },
            "score": { "type": "number" },
            "member": { "type": "boolean" },
            "tags": { "type": "array", "items": { "type": "string" } },
            "note": { "type": ["string", "null"] },
        },
        "required": ["name", "age"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "people": { "type": "array", "items": person } },
        "required": ["people"],
    });
    Schema::compile(&schema).expect("a sound schema")
}

/// A clean reply of about `bytes` bytes.
pub fn clean(bytes: usize) -> String {
    let person = |n: usize| -> Value {
        json!({
            "name": format!("Ada Lovelace the {n}th"), "age": n % 90, "score": f64::from(u16::try_from(n % 1000).unwrap_or(0)) + 0.5, "member": n.is_multiple_of(2),
            "tags": ["mathematics", "poetry \"and\" more"], "note": null,
        })
    };
    let one = person(1).to_string().len() + 1;
    let people: Vec<_> = (0..bytes.div_ceil(one)).map(person).collect();
    json!({ "people": people }).to_string()
}

/// A reply of each kind that is decoded tolerantly, of about `bytes` bytes.
pub fn messy(bytes: usize) -> Vec<(&'static str, String)> {
    let clean = clean(bytes);
    let cut = clean.len() - clean.len() / 7;
    vec![
        ("fenced", format!("```json\n{clean}\n```")),
        ("in prose", format!("Here is what you asked for:\n\n{clean}\n\nAnything else?")),
        ("trailing commas", clean.replace('}', ",}")),
        ("single quotes", clean.replace("\\\"", "").replace('"', "'")),
        ("cut", clean.chars().take(cut).collect()),
    ]
}

/// The names of the messy and of the hostile replies.
pub fn names(kinds: fn(usize) -> Vec<(&'static str, String)>) -> Vec<&'static str> {
    kinds(0).into_iter().map(|(name, _)| name).collect()
}

/// The messy or hostile reply of this name; empty if there is none.
pub fn named(name: &str, bytes: usize) -> String {
    let mut all = messy(bytes).into_iter().chain(hostile(bytes));
    all.find(|(known, _)| *known == name).map(|(_, text)| text).unwrap_or_default()
}
