//! What the small benches decode.

use agentkit::decode::Schema;
use serde_json::{Value, json};

/// A list of people.
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
        "properties": { "people": { "type": "array", "items": person } },
        "required": ["people"],
    });
    Schema::compile(&schema).expect("a sound schema")
}

/// A clean reply of about `bytes` bytes.
pub fn clean(bytes: usize) -> String {
    let person = |n: usize| -> Value {
        json!({
            "name": format!("Ada Lovelace the {n}th"), "age": n % 90, "score": 0.5 + n as f64, "member": n % 2 == 0,
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

/// Replies of about `bytes` bytes that are made to be slow.
pub fn hostile(bytes: usize) -> Vec<(&'static str, String)> {
    let repeat = |piece: &str| piece.repeat(bytes / piece.len());
    vec![
        ("brackets", repeat("[")),
        ("braces", repeat("{")),
        ("braces with keys", repeat("{\"a\":")),
        ("quotes", format!("{{\"people\": \"{}", repeat("x\" "))),
        ("quotes and commas", format!("{{\"people\": \"{}", repeat("\", x"))),
        ("backslashes", format!("{{\"people\": \"{}", repeat("\\\\"))),
        ("comments", format!("{{{}", repeat("/* */"))),
        ("thinking", repeat("<think></think>")),
        ("tags", repeat("<a>{")),
        ("fences", repeat("```{\"a\": 1,}```")),
        ("numbers", format!("[{}", repeat("9"))),
        ("words", format!("{{\"people\": {}", repeat("word "))),
        ("white space", format!("{{{}", repeat(" "))),
    ]
}
