//! Replies made to hurt: each is read in linear time, and none overflows a stack.

use agentkit::decode::{
    DecodeErrorKind, Options, PartialDecoder, Schema, Strictness, decode_with, scan_steps,
};
use proptest::prelude::*;
use serde_json::json;

use kinds::hostile;

#[expect(unreachable_pub, reason = "the benches use it too")]
#[path = "../../benches/micro/src/hostile.rs"]
mod kinds;

/// A megabyte, or a part of it where the tests are not optimised.
const MEGABYTE: usize = if cfg!(debug_assertions) { 1 << 14 } else { 1 << 20 };

fn schemas() -> Vec<Schema> {
    let person = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "list": { "type": "array", "items": { "$ref": "#" } } },
        "required": ["a"],
    });
    let nested = json!({ "$defs": { "n": { "anyOf": [
        { "type": "array", "items": { "$ref": "#/$defs/n" } },
        { "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/n" }, { "type": "string" }] } },
        { "type": "object", "additionalProperties": { "$ref": "#/$defs/n" } },
    ]}}, "$ref": "#/$defs/n" });
    [json!(true), person, nested].iter().map(|schema| Schema::compile(schema).unwrap()).collect()
}

#[test]
fn a_megabyte_of_each_kind_ends_in_a_value_or_an_error() {
    for (kind, text) in hostile(MEGABYTE) {
        for schema in schemas() {
            for options in
                [Options::new(), Options::tool_args(), Options::new().strictness(Strictness::Lenient)]
            {
                if let Err(error) = decode_with(&text, &schema, &options) {
                    assert!(error.to_string().len() < 700, "{kind}");
                }
            }
        }
    }
}

#[test]
fn the_scan_looks_at_each_byte_a_bounded_number_of_times() {
    for (kind, text) in hostile(MEGABYTE) {
        let steps = scan_steps(&text, &Options::new());
        assert!(steps <= 8 * text.len() + 1024, "{kind}: {} steps a byte", steps / text.len());
    }
}

#[test]
fn twice_the_reply_takes_twice_the_steps() {
    for ((kind, short), (_, long)) in hostile(1 << 14).into_iter().zip(hostile(1 << 17)) {
        let (short, long) = (scan_steps(&short, &Options::new()), scan_steps(&long, &Options::new()));
        assert!(long <= 8 * short + 8 * short / 4 + 4096, "{kind}: {short} and {long}");
    }
}

#[test]
fn a_growing_megabyte_is_read_once() {
    for (kind, text) in hostile(MEGABYTE) {
        for schema in schemas() {
            let mut partial = PartialDecoder::new(&schema);
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let mut end = rest.len().min(4096);
                while !rest.is_char_boundary(end) {
                    end -= 1;
                }
                partial.push(&rest[..end]);
                rest = &rest[end..];
            }
            assert!(partial.steps() <= 4 * text.len(), "{kind}");
        }
    }
}

#[test]
fn a_reply_that_is_too_long_is_refused_before_it_is_read() {
    let schema = Schema::compile(&json!(true)).unwrap();
    let error = decode_with("[1, 2, 3]", &schema, &Options::new().max_bytes(4)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::Size);
    assert!(error.to_string().contains("at most 4"), "{error}");
}

#[test]
fn depth_is_limited() {
    let schema = Schema::compile(&json!(true)).unwrap();
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(decode_with(&nested(128), &schema, &Options::new()).is_ok());
    for reply in [nested(129), format!("So: {}", nested(129)), nested(129).replace(']', ",]")] {
        let error = decode_with(&reply, &schema, &Options::new()).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::Depth, "{error}");
    }
    assert!(decode_with(&nested(4), &schema, &Options::new().max_depth(3)).is_err());
}

#[test]
fn a_schema_of_any_depth_is_refused_or_compiled() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..200 {
        schema = json!({ "anyOf": [schema] });
    }
    let schema = Schema::compile(&schema).unwrap();
    assert!(
        decode_with("\"x\"", &schema, &Options::new()).is_err(),
        "unions nested 200 deep are not followed"
    );
    let recursive = json!({ "anyOf": [{ "$ref": "#" }, { "type": "integer" }] });
    let schema = Schema::compile(&recursive).unwrap();
    assert!(decode_with("7", &schema, &Options::new()).is_ok());
    assert!(decode_with("\"seven\"", &schema, &Options::new()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn steps_are_linear_in_any_reply(piece in "[{}\\[\\]:,\"'`\\\\ \na-c0-9/#*+.<>-]{1,24}", times in 1..400_usize) {
        let text = piece.repeat(times);
        let steps = scan_steps(&text, &Options::new());
        prop_assert!(steps <= 16 * text.len() + 1024, "{piece:?} x {times}: {steps}");
    }
}
