//! What an error says, fit to be sent back to the model.

use agentkit::decode::{DecodeErrorKind, Options, Schema, decode, decode_with};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

fn fails(schema: Value, reply: &str) -> (DecodeErrorKind, String) {
    let schema = Schema::compile(&schema).unwrap();
    let error = decode_with(reply, &schema, &Options::new()).expect_err(reply);
    (error.kind(), error.to_string())
}

fn order() -> Value {
    json!({
        "type": "object",
        "properties": {
            "size": { "enum": ["small", "large"] },
            "count": { "type": "integer", "minimum": 1 },
            "note": { "type": "string", "maxLength": 5 },
            "items": { "type": "array", "items": {
                "type": "object", "properties": { "sku": { "type": "string", "pattern": "^[A-Z]+$" } }, "required": ["sku"],
            }},
        },
        "required": ["size", "count"],
        "additionalProperties": false,
    })
}

#[test]
fn an_enum_error_lists_the_members() {
    let (kind, text) = fails(order(), r#"{"size": "medium", "count": 1}"#);
    assert_eq!(kind, DecodeErrorKind::Constraint);
    assert_eq!(text, r#"at /size: expected one of "small", "large", found the string "medium""#);
}

#[test]
fn a_type_error_says_what_was_found() {
    let (kind, text) = fails(order(), r#"{"size": "small", "count": "many"}"#);
    assert_eq!(kind, DecodeErrorKind::Type);
    assert_eq!(text, r#"at /count: expected an integer, found the string "many""#);
}

#[test]
fn a_missing_member_is_named_beside_those_that_were_found() {
    let (kind, text) = fails(order(), r#"{"size": "small", "note": "x"}"#);
    assert_eq!(kind, DecodeErrorKind::Missing);
    assert_eq!(text, "the required member `count` (an integer) is missing; found: `size`, `note`");
}

#[test]
fn bounds_say_what_they_are() {
    assert_eq!(
        fails(order(), r#"{"size": "small", "count": 0}"#).1,
        "at /count: the number 0 must be at least 1"
    );
    let (_, text) = fails(order(), r#"{"size": "small", "count": 1, "note": "too long"}"#);
    assert_eq!(text, r#"at /note: the string "too long" must be at most 5 characters long, and has 8"#);
    let (_, text) = fails(order(), r#"{"size": "small", "count": 1, "items": [{"sku": "A"}, {"sku": "b"}]}"#);
    assert_eq!(text, r#"at /items/1/sku: the string "b" must be a match of the pattern "^[A-Z]+$""#);
}

#[test]
fn an_unknown_member_is_refused_in_arguments_and_dropped_in_answers() {
    let schema = Schema::compile(&order()).unwrap();
    let reply = r#"{"size": "small", "count": 1, "colour": "red"}"#;
    let error = decode_with(reply, &schema, &Options::tool_args()).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::Unknown);
    assert_eq!(
        error.to_string(),
        "there is no member `colour` here; the known members: `size`, `count`, `note`, `items`"
    );
    assert!(decode_with(reply, &schema, &Options::new()).is_ok());
}

#[test]
fn glued_calls_are_one_clear_error() {
    let schema = Schema::compile(&order()).unwrap();
    let reply = r#"{"size": "small", "count": 1}{"size": "large", "count": 2}"#;
    let error = decode_with(reply, &schema, &Options::tool_args()).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::Ambiguous);
    assert!(error.to_string().contains("make one call for each"), "{error}");
}

#[test]
fn a_union_error_names_the_tags() {
    let schema = json!({ "oneOf": [
        { "type": "object", "properties": { "kind": { "const": "circle" }, "r": { "type": "number" } }, "required": ["kind", "r"] },
        { "type": "object", "properties": { "kind": { "const": "rect" }, "w": { "type": "number" } }, "required": ["kind", "w"] },
    ]});
    assert_eq!(
        fails(schema.clone(), r#"{"kind": "oval"}"#).1,
        r#"at /kind: the string "oval" is none of `circle`, `rect`"#
    );
    let (kind, text) = fails(schema, r#"{"kind": "rect", "w": "wide"}"#);
    assert_eq!(
        (kind, text.as_str()),
        (DecodeErrorKind::Type, r#"at /w: expected a number, found the string "wide""#)
    );
}

#[test]
fn a_cut_reply_says_so() {
    let (kind, text) = fails(order(), r#"{"size": "small", "cou"#);
    assert_eq!(kind, DecodeErrorKind::Truncated);
    assert!(text.contains("the reply ends before"), "{text}");
    let (kind, text) = fails(order(), r#"{"count": 1, "size": "sm"#);
    assert_eq!(kind, DecodeErrorKind::Truncated);
    assert!(text.starts_with("at /size: "), "{text}");
}

#[test]
fn a_long_reply_makes_no_long_error() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Short {
        n: u8,
    }
    let reply = format!(r#"{{"{}": "{}"}}"#, "k".repeat(10_000), "v".repeat(100_000));
    let error = decode::<Short>(&reply).unwrap_err();
    assert!(error.to_string().len() < 600, "{}", error.to_string().len());
}

#[test]
fn a_schema_that_cannot_be_used_says_why() {
    let text = |schema| Schema::compile(&schema).unwrap_err().to_string();
    assert!(text(json!({ "$ref": "#/$defs/Gone" })).contains("leads nowhere"));
    assert!(text(json!({ "type": "text" })).contains("there is no type \"text\""));
    assert!(text(json!({ "pattern": "(?=x)" })).contains("the pattern"));
    assert!(text(json!([1])).contains("a schema is an object or a boolean"));
}
