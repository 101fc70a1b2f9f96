//! Any JSON as a schema: lowered for every target and compiled for decoding, or refused.

#![no_main]

use agentkit::decode::{Options, Schema};
use agentkit::schema::{Target, lower};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    let Ok(schema) = serde_json::from_str::<Value>(text) else { return };
    for target in Target::ALL {
        if let Ok(lowered) = lower(&schema, target) {
            // What was lowered is a schema, and lowering is pure.
            assert!(lowered.schema.is_object() || lowered.schema.is_boolean());
            assert_eq!(lower(&schema, target).map(|again| again.schema), Ok(lowered.schema));
        }
    }
    let Ok(compiled) = Schema::compile(&schema) else { return };
    for reply in
        ["{}", "{\"a\": \"1\", \"b\": [1, 2.0, null]}", "x {\"name\": true", "\"[1]\"", "7", "[{\"a\": {}}]"]
    {
        decode_reply(reply, &compiled);
    }
});

/// What comes out satisfies the schema, whatever that is.
fn decode_reply(reply: &str, schema: &Schema) {
    if let Ok(decoded) = agentkit::decode::decode_with(reply, schema, &Options::default()) {
        let value = decoded.value.to_value();
        if let Err(error) = schema.check(&value) {
            panic!("{value} does not satisfy {schema:?}: {error}");
        }
    }
}
