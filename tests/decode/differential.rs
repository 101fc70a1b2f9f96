//! Beside other parsers.

use agentkit::decode::{Json, PartialDecoder, Schema};
use jiter::{JsonValue, PartialMode};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::generate::any_json;

fn of_jiter(value: &JsonValue<'_>) -> Value {
    match value {
        JsonValue::Null => Value::Null,
        JsonValue::Bool(value) => json!(value),
        JsonValue::Int(value) => json!(value),
        JsonValue::Float(value) => json!(value),
        JsonValue::Str(value) => json!(value),
        JsonValue::Array(values) => values.iter().map(of_jiter).collect(),
        JsonValue::Object(members) => Value::Object(
            members.iter().map(|(key, value)| (key.to_string(), of_jiter(value))).collect::<Map<_, _>>(),
        ),
    }
}

/// What jiter shows of a cut reply beyond ours: the number, literal or key that the reply ends in.
fn covers(theirs: &Value, ours: &Value) -> bool {
    match (theirs, ours) {
        (Value::Array(theirs), Value::Array(ours)) => {
            ours.len() <= theirs.len()
                && theirs.len() - ours.len() <= 1
                && theirs.iter().zip(ours).all(|(theirs, ours)| covers(theirs, ours))
        }
        (Value::Object(theirs), Value::Object(ours)) => {
            theirs.len() >= ours.len()
                && theirs.len() - ours.len() <= 1
                && ours.iter().all(|(key, ours)| theirs.get(key).is_some_and(|theirs| covers(theirs, ours)))
        }
        (Value::String(theirs), Value::String(ours)) => {
            theirs.starts_with(ours.as_str()) || ours.starts_with(theirs.as_str())
        }
        (theirs, ours) => theirs == ours,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 20_000 }))]

    #[test]
    fn valid_json_reads_as_serde_json_reads_it(value in any_json(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        prop_assert_eq!(Json::parse(&text).unwrap().to_value(), serde_json::from_str::<Value>(&text).unwrap());
    }

    #[test]
    fn what_serde_json_refuses_is_refused(text in "[{}\\[\\]:,\"\\\\ \ntruefalsn0-9.eE+-]{0,24}") {
        let ours = Json::parse(&text).ok().map(|json| json.to_value());
        let theirs = serde_json::from_str::<Value>(&text).ok();
        // Numbers beyond `f64` are kept as texts here, and have no form there.
        if theirs.is_some() || !text.contains(['e', 'E']) {
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn a_growing_value_is_what_jiter_shows(value in any_json(), cut in any::<prop::sample::Index>()) {
        prop_assume!(value.is_object() || value.is_array());
        let text = serde_json::to_string(&value).unwrap();
        let mut end = cut.index(text.len() + 1);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let begun = &text[..end];
        let mut partial = PartialDecoder::new(&Schema::compile(&json!(true)).unwrap());
        partial.push(begun);
        let theirs = JsonValue::parse_with_config(begun.as_bytes(), false, PartialMode::TrailingStrings);
        if let (Ok(theirs), false) = (theirs, partial.value().is_null()) {
            let theirs = of_jiter(&theirs);
            prop_assert!(covers(&theirs, partial.value()), "{begun}: {theirs} and {}", partial.value());
        }
    }
}
