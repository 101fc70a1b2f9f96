//! Values that grow.

use agentkit::decode::{Options, PartialDecoder, Schema, decode_with};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::generate::schema_and_value;

/// Whether `later` extends `earlier`: what was shown stays, strings and arrays get longer.
fn extends(earlier: &Value, later: &Value) -> bool {
    match (earlier, later) {
        (Value::Null, _) => true,
        (Value::String(earlier), Value::String(later)) => later.starts_with(earlier.as_str()),
        (Value::Array(earlier), Value::Array(later)) => {
            earlier.len() <= later.len()
                && earlier.iter().zip(later).all(|(earlier, later)| extends(earlier, later))
        }
        (Value::Object(earlier), Value::Object(later)) => {
            earlier.iter().all(|(key, earlier)| later.get(key).is_some_and(|later| extends(earlier, later)))
        }
        (earlier, later) => earlier == later,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 200 } else { 5_000 }))]

    #[test]
    fn a_prefix_only_grows_and_the_whole_extends_it(
        (schema, value) in schema_and_value(),
        around in prop_oneof![Just(("", "")), Just(("```json\n", "\n```")), Just(("<think>{\"a\"</think> So: ", " Done."))],
    ) {
        prop_assume!(value.is_object() || value.is_array());
        let schema = Schema::compile(&schema).unwrap();
        let reply = format!("{}{}{}", around.0, serde_json::to_string_pretty(&value).unwrap(), around.1);
        let mut partial = PartialDecoder::new(&schema);
        let mut shown = Value::Null;
        for c in reply.chars() {
            partial.push(c.encode_utf8(&mut [0; 4]));
            prop_assert!(extends(&shown, partial.value()), "{shown} became {}", partial.value());
            shown = partial.value().clone();
        }
        let whole = decode_with(&reply, &schema, &Options::new()).unwrap().value.to_value();
        prop_assert_eq!(&shown, &whole);
    }

    #[test]
    fn pieces_make_no_difference(reply in ".{0,200}", sizes in proptest::collection::vec(1..9_usize, 1..40)) {
        let schema = Schema::compile(&json!({
            "type": "object",
            "properties": { "a": { "type": "string" }, "b": { "type": "array", "items": { "type": "integer" } } },
        })).unwrap();
        let reply = format!("{{\"a\": \"{reply}\", \"b\": [1, 2");
        let mut whole = PartialDecoder::new(&schema);
        whole.push(&reply);
        let mut pieces = PartialDecoder::new(&schema);
        let chars: Vec<char> = reply.chars().collect();
        let mut at = 0;
        for size in sizes.into_iter().cycle() {
            if at >= chars.len() {
                break;
            }
            let piece: String = chars[at..chars.len().min(at + size)].iter().collect();
            pieces.push(&piece);
            at += size;
        }
        prop_assert_eq!(whole.value(), pieces.value());
    }

    #[test]
    fn nothing_panics(reply in ".{0,300}", (schema, _) in schema_and_value()) {
        let mut partial = PartialDecoder::new(&Schema::compile(&schema).unwrap());
        partial.push(&reply);
        partial.push("{\"p_0\": [[{\"kind\": \"wanted\"");
        prop_assert!(partial.steps() <= 4 * (reply.len() + 64));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 20_000 }))]

    #[test]
    fn pieces_make_no_difference_where_a_reply_goes_wrong(
        pieces in proptest::collection::vec("[{}\\[\\]:,\"'a-c \\\\ud8/*#0-9\n]{1,6}", 1..20),
        (schema, _) in schema_and_value(),
    ) {
        for schema in [json!(true), schema] {
            let schema = Schema::compile(&schema).unwrap();
            let mut whole = PartialDecoder::new(&schema);
            whole.push(&pieces.concat());
            let mut parts = PartialDecoder::new(&schema);
            for piece in &pieces {
                parts.push(piece);
            }
            prop_assert_eq!(whole.value(), parts.value());
        }
    }
}

fn shown(schema: Value, reply: &str) -> Value {
    let mut partial = PartialDecoder::new(&Schema::compile(&schema).unwrap());
    partial.push(reply);
    partial.value().clone()
}

#[test]
fn enum_members_and_tags_are_withheld_until_they_are_whole() {
    let schema = json!({ "type": "object", "properties": { "label": { "enum": ["up", "upward"] } } });
    assert_eq!(shown(schema.clone(), r#"{"label": "up"#), json!({}));
    assert_eq!(shown(schema.clone(), r#"{"label": "up""#), json!({ "label": "up" }));
    assert_eq!(shown(schema, r#"{"label": "down""#), json!({}));
    let union = json!({ "oneOf": [
        { "type": "object", "properties": { "kind": { "const": "text" }, "body": { "type": "string" } } },
        { "type": "object", "properties": { "kind": { "const": "code" }, "body": { "enum": ["a", "b"] } } },
    ]});
    assert_eq!(shown(union.clone(), r#"{"kind": "te"#), json!({}));
    assert_eq!(
        shown(union.clone(), r#"{"kind": "text", "body": "hel"#),
        json!({ "kind": "text", "body": "hel" })
    );
    assert_eq!(shown(union, r#"{"kind": "code", "body": "hel"#), json!({ "kind": "code" }));
}

#[test]
fn members_that_the_schema_does_not_name_are_not_shown() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    assert_eq!(shown(schema, r#"{"x": {"a": 1}, "y": "text", "a": 2, "z": ["#), json!({ "a": 2 }));
}

#[test]
fn a_draft_without_its_opening_tag_is_taken_back() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    assert_eq!(shown(schema.clone(), "{\"a\": 1} hm </think>"), Value::Null);
    assert_eq!(shown(schema, "{\"a\": 1} hm </think>{\"a\": 2}"), json!({ "a": 2 }));
}

#[test]
fn brackets_in_prose_are_no_value() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } } });
    assert_eq!(shown(schema, "As {name} said in [1]: {\"a\": 2}"), json!({ "a": 2 }));
}

#[test]
fn what_came_before_a_fault_is_shown_however_it_came() {
    let reply = r#"{"c": ""x", a":\ud83d [1]}"#;
    let schema = Schema::compile(&json!(true)).unwrap();
    let mut pieces = PartialDecoder::new(&schema);
    for c in reply.chars() {
        pieces.push(c.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(shown(json!(true), reply), *pieces.value());
}

/// Any valid JSON: keys may stand there twice, and strings hold what means something outside of them.
fn json_text() -> impl Strategy<Value = String> {
    let string = "[{}\\[\\]<>/,:\"\\\\a1 ]{0,12}".prop_map(|text| json!(text).to_string());
    let scalar = prop_oneof![string, any::<i16>().prop_map(|n| n.to_string()), Just("null".to_owned())];
    scalar.prop_recursive(3, 24, 5, |inner| {
        let list = |open, items: Vec<String>, close| format!("{open} {} {close}", items.join(", "));
        let member = ("[ab]", inner.clone()).prop_map(|(key, value)| format!("\"{key}\": {value}"));
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(move |items| list("[", items, "]")),
            proptest::collection::vec(member, 0..5).prop_map(move |items| list("{", items, "}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 20_000 }))]

    #[test]
    fn what_is_shown_of_valid_json_only_grows(reply in json_text()) {
        for schema in [
            json!(true),
            json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "array" } } }),
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            json!({ "type": "array", "items": {} }),
        ] {
            let mut partial = PartialDecoder::new(&Schema::compile(&schema).unwrap());
            let mut shown = Value::Null;
            for c in reply.chars() {
                partial.push(c.encode_utf8(&mut [0; 4]));
                prop_assert!(extends(&shown, partial.value()), "{shown} became {}", partial.value());
                shown = partial.value().clone();
            }
        }
    }
}

proptest! {
    #[test]
    fn brackets_in_a_reply_that_is_a_string_are_text(text in "[{}\\[\\]<>/,:\"\\\\a1 ]{0,24}") {
        let reply = format!(" {}", json!(text));
        for schema in [
            json!(true),
            json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
            json!({ "type": "array", "items": {} }),
        ] {
            for end in 0..reply.len() {
                prop_assert_eq!(shown(schema.clone(), &reply[..end]), Value::Null);
            }
        }
    }
}
