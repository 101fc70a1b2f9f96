//! Any text, read without a schema: the scan.

#![no_main]

use agentkit::decode::{Json, Options, Schema, Strictness};
use agentkit_fuzz::decode_checked;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|reply: &str| {
    let schema = Schema::compile(&json!(true)).expect("usable");
    decode_checked(reply, &schema, &Options::default());
    decode_checked(reply, &schema, &Options::tool_args().strictness(Strictness::Lenient));
    // What serde_json takes, the strict parser takes, with the same value; and nothing else.
    match serde_json::from_str::<Value>(reply) {
        Ok(value) => assert_eq!(Json::parse(reply).expect("it is JSON").to_value(), value),
        Err(error) if error.to_string().contains("out of range") => {}
        Err(_) => assert!(Json::parse(reply).is_err()),
    }
});
