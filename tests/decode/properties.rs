//! What holds for every reply.

use agentkit::decode::{Json, Mode, Options, Schema, Strictness, decode_with};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::generate::{any_json, any_text, schema_and_value};

fn everything() -> Schema {
    Schema::compile(&json!(true)).unwrap()
}

/// Text that looks like a reply and may be anything.
fn messy() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any_json().prop_map(|value| value.to_string()),
        any_text(),
        "[{}\\[\\]:,\"' \n0-9a-z/#*+.`<>-]{0,12}",
        Just("```json\n".to_owned()),
        Just("</think>".to_owned()),
        Just("{'name': 'Ada', age: 36,".to_owned()),
        Just("{\\\"name\\\": ".to_owned()),
        Just("\"\"\"".to_owned()),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Valid JSON with something done to one place.
fn damaged(text: &str, at: usize, with: &str, cut: bool) -> String {
    let mut at = at % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (before, after) = text.split_at(at);
    let after = if cut { after.chars().skip(1).collect() } else { after.to_owned() };
    format!("{before}{with}{after}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 20_000 }))]

    #[test]
    fn valid_json_is_never_altered(value in any_json(), indent in any::<bool>()) {
        let text = if indent { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.unwrap();
        let decoded = decode_with(&text, &everything(), &Options::new()).unwrap();
        prop_assert!(decoded.repairs.is_empty(), "{:?}", decoded.repairs);
        prop_assert_eq!(decoded.value.to_value(), value);
    }

    #[test]
    fn what_comes_before_a_repair_is_read_as_it_stands(value in any_json(), key in any_text(), comment in any::<bool>()) {
        let text = json!({ key: value, "last": [1] }).to_string();
        let end = if comment { " // done\n}" } else { ",}" };
        let reply = format!("{}{end}", text.strip_suffix('}').unwrap());
        let decoded = decode_with(&reply, &everything(), &Options::new()).unwrap();
        prop_assert_eq!(decoded.value.to_string(), text);
        prop_assert_eq!(decoded.repairs.len(), 1);
    }

    #[test]
    fn a_value_that_fits_decodes_to_itself((schema, value) in schema_and_value()) {
        let compiled = Schema::compile(&schema).unwrap();
        compiled.check(&value).unwrap();
        for mode in [Mode::Final, Mode::ToolArgs] {
            let decoded = decode_with(&value.to_string(), &compiled, &Options::new().mode(mode)).unwrap();
            prop_assert!(decoded.repairs.is_empty(), "{:?}", decoded.repairs);
            prop_assert_eq!(&decoded.value.to_value(), &value);
        }
    }

    #[test]
    fn a_value_in_a_fence_or_in_prose_decodes_to_itself((schema, value) in schema_and_value()) {
        prop_assume!(value.is_object() || value.is_array());
        let compiled = Schema::compile(&schema).unwrap();
        for reply in [format!("```json\n{value}\n```"), format!("Sure, here it is: {value} - done."), format!("<think>hm {{</think>{value}")] {
            let decoded = decode_with(&reply, &compiled, &Options::new()).unwrap();
            prop_assert_eq!(&decoded.value.to_value(), &value);
        }
    }

    #[test]
    fn what_is_decoded_satisfies_the_schema(
        (schema, value) in schema_and_value(),
        at in any::<usize>(),
        with in prop_oneof![Just(String::new()), any_text(), "[,:{}\\[\\]\"'0-9]{1,2}"],
        cut in any::<bool>(),
    ) {
        let compiled = Schema::compile(&schema).unwrap();
        let reply = damaged(&value.to_string(), at, &with, cut);
        for options in [
            Options::new(),
            Options::tool_args(),
            Options::new().strictness(Strictness::Lenient),
        ] {
            if let Ok(decoded) = decode_with(&reply, &compiled, &options) {
                let got = decoded.value.to_value();
                let silent = decoded.repairs.is_empty() && Json::parse(&reply).is_err();
                prop_assert!(!silent, "{reply:?} is no JSON, and was taken without a repair");
                let valid = jsonschema::validator_for(&schema).unwrap().is_valid(&got);
                prop_assert!(valid, "{reply} became {got}, which {schema} does not take");
                compiled.check(&got).unwrap();
            }
        }
    }

    #[test]
    fn nothing_panics_and_printing_round_trips(reply in messy(), (schema, _) in schema_and_value()) {
        let compiled = Schema::compile(&schema).unwrap();
        for schema in [&compiled, &everything()] {
            for options in [Options::new(), Options::tool_args(), Options::new().strictness(Strictness::Lenient)] {
                match decode_with(&reply, schema, &options) {
                    Ok(decoded) => {
                        let printed = decoded.value.to_string();
                        prop_assert_eq!(Json::parse(&printed).unwrap(), decoded.value.clone());
                        let again = decode_with(&printed, schema, &Options::new().strictness(Strictness::Strict));
                        prop_assert_eq!(again.unwrap().value, decoded.value);
                        let silent = decoded.repairs.is_empty() && Json::parse(&reply).is_err();
                        prop_assert!(!silent, "{reply:?} is no JSON, and was taken without a repair");
                        prop_assert!(decoded.repairs.iter().all(|repair| repair.span.end <= reply.len()));
                    }
                    Err(error) => {
                        prop_assert!(error.to_string().len() < 700, "{error}");
                        prop_assert!(error.span().end <= reply.len());
                    }
                }
            }
        }
    }

    #[test]
    fn strict_takes_nothing_that_serde_json_does_not(reply in messy()) {
        let strict = Options::new().strictness(Strictness::Strict);
        let ours = decode_with(&reply, &everything(), &strict).ok().map(|decoded| decoded.value.to_value());
        let theirs = serde_json::from_str::<Value>(&reply).ok();
        if let Some(ours) = ours {
            prop_assert_eq!(Some(ours), theirs);
        }
    }

    #[test]
    fn a_schema_that_makes_no_sense_is_an_error(schema in any_json()) {
        if let Ok(compiled) = Schema::compile(&schema) {
            let _ = compiled.check(&json!({ "a": [1, "b", null] }));
        }
    }
}
