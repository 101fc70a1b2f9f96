//! One file a target, one vector a line: a schema, what becomes of it, and why.

use agentkit::schema::{Target, lower};
use serde_json::Value;

const FILES: [(Target, &str); 6] = [
    (Target::OpenAiStrict, include_str!("vectors/openai-strict.jsonl")),
    (Target::OpenAiLoose, include_str!("vectors/openai-loose.jsonl")),
    (Target::AnthropicStrict, include_str!("vectors/anthropic-strict.jsonl")),
    (Target::AnthropicLoose, include_str!("vectors/anthropic-loose.jsonl")),
    (Target::Gemini, include_str!("vectors/gemini.jsonl")),
    (Target::Grammar, include_str!("vectors/grammar.jsonl")),
];

fn vectors() -> impl Iterator<Item = (Target, Value)> {
    FILES.iter().flat_map(|(target, file)| {
        file.lines().map(|line| (*target, serde_json::from_str(line).expect("a vector is JSON")))
    })
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

#[test]
fn every_vector_comes_out_as_it_says() {
    let mut wrong = Vec::new();
    for (target, vector) in vectors() {
        let (lowered, said, expected) = match lower(&vector["schema"], target) {
            Ok(lowered) => {
                // Printed, since the order of members counts.
                let printed = Some(lowered.schema.to_string());
                (printed, lowered.changes.iter().map(ToString::to_string).collect::<Vec<_>>(), "changes")
            }
            Err(error) => (None, error.refusals.iter().map(ToString::to_string).collect(), "refused"),
        };
        if lowered != vector.get("lowered").map(Value::to_string) || said != texts(&vector[expected]) {
            wrong.push(format!("{target} {}: {lowered:?} {said:#?}", vector["id"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_vector_has_a_reason_and_a_name_of_its_own() {
    let mut seen = std::collections::HashSet::new();
    for (target, vector) in vectors() {
        assert!(vector["reason"].as_str().is_some_and(|reason| reason.len() > 20), "{vector}");
        assert!(seen.insert(format!("{target} {}", vector["id"])), "twice: {target} {}", vector["id"]);
    }
    assert!(seen.len() >= 120, "{} vectors", seen.len());
}

#[test]
fn lowering_again_changes_nothing() {
    for (target, vector) in vectors() {
        if let Ok(lowered) = lower(&vector["schema"], target) {
            let again = lower(&lowered.schema, target).map(|again| again.schema.to_string());
            assert_eq!(again, Ok(lowered.schema.to_string()), "{target} {}", vector["id"]);
        }
    }
}
