//! Whole request bodies, held against files. `UPDATE_GOLDEN=1` writes them anew.

use std::collections::BTreeSet;
use std::path::Path;

use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire};
use serde_json::{Map, Value};

use crate::scenarios;

fn check(name: &str, wire: &dyn Wire, documentation: &str) {
    let mut bodies = Map::new();
    for (scenario, request) in scenarios::all(wire) {
        wire.check(&request).unwrap_or_else(|error| panic!("{name}, {scenario}: {error}"));
        let body = wire.encode(&request, scenario == "stream").expect("a body");
        let body: Value = serde_json::from_slice(&body).expect("JSON");
        bodies.insert(scenario.to_owned(), body);
    }
    let bodies = Value::Object(bodies);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("providers/golden/{name}.json"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let text = serde_json::to_string_pretty(&bodies).expect("JSON") + "\n";
        std::fs::write(&path, text).expect("a writable folder");
    }
    let golden = std::fs::read_to_string(&path).expect("a golden file; UPDATE_GOLDEN=1 writes it");
    let golden: Value = serde_json::from_str(&golden).expect("JSON");
    for (scenario, body) in bodies.as_object().expect("an object") {
        let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("JSON");
        assert_eq!(pretty(body), pretty(&golden[scenario]), "{name}, {scenario}");
    }
    assert_eq!(bodies.as_object().map(Map::len), golden.as_object().map(Map::len));
    let mut members = BTreeSet::new();
    let bodies = bodies.as_object().expect("an object").iter();
    for (_, body) in bodies.filter(|(scenario, _)| *scenario != "extra") {
        collect(body, &mut members);
    }
    for member in members {
        let found =
            documentation.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == member);
        assert!(found, "{name} sends `{member}`, which its documentation does not explain");
    }
}

/// All member names of a body but those that a user or a model chose, or that go back as they came.
fn collect(body: &Value, members: &mut BTreeSet<String>) {
    const CHOSEN: &[&str] = &[
        "input_schema",
        "parameters",
        "parametersJsonSchema",
        "schema",
        "responseJsonSchema",
        "args",
        "output",
        "error",
        "citations",
    ];
    match body {
        Value::Array(items) => items.iter().for_each(|item| collect(item, members)),
        // An item of OpenAI's own.
        Value::Object(object) if object.contains_key("id") && is_whole_item(object) => {}
        Value::Object(object) => {
            for (name, value) in object {
                members.insert(name.clone());
                // `input` is a call's arguments (AnthropicWire), or the conversation (OpenAI).
                let chosen = CHOSEN.contains(&name.as_str()) || (name == "input" && value.is_object());
                if !chosen {
                    collect(value, members);
                }
            }
        }
        _ => {}
    }
}

fn is_whole_item(object: &Map<String, Value>) -> bool {
    object.contains_key("status") || object.contains_key("encrypted_content")
}

#[test]
fn anthropic() {
    let documentation = include_str!("../../agentkit/src/provider/anthropic/mod.rs");
    check("anthropic", &AnthropicWire::new("claude-opus-4-6"), documentation);
}

#[test]
fn gemini() {
    let documentation = include_str!("../../agentkit/src/provider/gemini/mod.rs");
    check("gemini", &GeminiWire::new("gemini-3-pro-preview").include_thoughts(true), documentation);
}

#[test]
fn openai_responses() {
    let documentation = include_str!("../../agentkit/src/provider/openai_responses/mod.rs");
    check("openai_responses", &OpenAiResponsesWire::new("gpt-5.6").summary("auto"), documentation);
}

#[test]
fn openai_chat() {
    let documentation = include_str!("../../agentkit/src/provider/openai_chat/mod.rs");
    check("openai_chat", &OpenAiChatWire::new("gpt-5.1", Dialect::openai()), documentation);
}
