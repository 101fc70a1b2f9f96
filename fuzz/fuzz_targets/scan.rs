//! Any text, read without a schema: the scan.

#![no_main]

use agentkit::decode::{Json, Options, Schema, Strictness};
use agentkit_fuzz::decode_checked;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Whether two values are the same, but for the last digits of floats: `serde_json` does not round exactly
/// unless it is told to.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let floats = a.as_f64().zip(b.as_f64());
            a == b || floats.is_some_and(|(a, b)| (a - b).abs() <= a.abs() * 1e-14)
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fuzz_target!(|reply: &str| {
    let schema = Schema::compile(&json!(true)).expect("usable");
    decode_checked(reply, &schema, &Options::default());
    decode_checked(reply, &schema, &Options::tool_args().strictness(Strictness::Lenient));
    // What serde_json takes, the strict parser takes, with the same value; and nothing else.
    match serde_json::from_str::<Value>(reply) {
        Ok(value) => {
            let ours = Json::parse(reply).expect("it is JSON").to_value();
            assert!(same(&ours, &value), "{ours} and {value}");
        }
        Err(error) if error.to_string().contains("out of range") => {}
        Err(_) => assert!(Json::parse(reply).is_err()),
    }
});
