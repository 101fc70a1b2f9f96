//! Numbers by their source text.

use agentkit::decode::{Json, Options, Schema, decode, decode_with};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

fn integers<T: for<'de> Deserialize<'de> + JsonSchema>(text: &str) -> Result<T, String> {
    #[derive(Deserialize, JsonSchema)]
    struct Held<T> {
        n: T,
    }
    let reply = format!("{{\"n\": {text}}}");
    decode::<Held<T>>(&reply).map(|decoded| decoded.value.n).map_err(|error| error.to_string())
}

#[test]
fn the_widest_integers_are_exact() {
    assert_eq!(integers::<u64>("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(integers::<i64>("-9223372036854775808"), Ok(i64::MIN));
    assert_eq!(integers::<i128>("-170141183460469231731687303715884105728"), Ok(i128::MIN));
    assert_eq!(integers::<u128>("340282366920938463463374607431768211455"), Ok(u128::MAX));
    assert_eq!(integers::<i128>("12345678901234567890123"), Ok(12_345_678_901_234_567_890_123));
    assert_eq!(integers::<i128>("\"12345678901234567890123\""), Ok(12_345_678_901_234_567_890_123));
}

#[test]
fn an_integer_that_does_not_fit_is_an_error_and_never_a_float() {
    assert!(integers::<u8>("256").unwrap_err().contains("/n"));
    assert!(integers::<u64>("18446744073709551616").unwrap_err().contains("uint64"));
    assert!(integers::<i64>("9223372036854775808").is_err());
    assert!(integers::<u32>("-1").is_err());
    assert!(integers::<i64>("1e400").is_err());
}

#[test]
fn an_identifier_sent_as_a_number_keeps_its_digits() {
    #[derive(Deserialize, JsonSchema)]
    struct Order {
        id: String,
    }
    let decoded = decode::<Order>(r#"{"id": 12345678901234567890123}"#).unwrap();
    assert_eq!(decoded.value.id, "12345678901234567890123");
    assert_eq!(decode::<Order>(r#"{"id": 1.10}"#).unwrap().value.id, "1.10");
}

#[test]
fn whole_floats_become_integers_and_others_do_not() {
    assert_eq!(integers::<i32>("5.0"), Ok(5));
    assert_eq!(integers::<i32>("1e3"), Ok(1000));
    assert_eq!(integers::<i32>("-0.0"), Ok(0));
    assert!(integers::<i32>("5.7").is_err());
    assert!(integers::<i32>("1e-1").is_err());
}

#[test]
fn bounds_compare_exactly() {
    let schema = json!({ "type": "integer", "minimum": 9_007_199_254_740_993_i64, "format": "int64" });
    let schema = Schema::compile(&schema).unwrap();
    assert!(decode_with("9007199254740993", &schema, &Options::new()).is_ok());
    assert!(decode_with("9007199254740992", &schema, &Options::new()).is_err());
}

#[test]
fn integers_survive_flattening_and_untagged_enums() {
    #[derive(Deserialize, JsonSchema, Debug, PartialEq)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Deserialize, JsonSchema, Debug, PartialEq)]
    struct Inner {
        n: u64,
    }
    #[derive(Deserialize, JsonSchema, Debug, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
    }
    let outer = decode::<Outer>(r#"{"n": 18446744073709551615}"#).unwrap().value;
    assert_eq!(outer, Outer { inner: Inner { n: u64::MAX } });
    assert_eq!(integers::<Either>("-9223372036854775808"), Ok(Either::Number(i64::MIN)));
    assert_eq!(integers::<Either>("\"7\""), Ok(Either::Text("7".into())));
}

#[test]
fn printing_keeps_the_source_text() {
    let text = r#"{"a":1.50,"b":[1e2,-0,12345678901234567890123],"c":"é"}"#;
    assert_eq!(Json::parse(text).unwrap().to_string(), text);
}
