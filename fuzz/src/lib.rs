//! What the fuzz targets share: schemas, and what holds for every reply.

use agentkit::decode::{Json, Options, Schema, decode_with, scan_steps};
use serde_json::Value;

/// How often the scan may look at each byte of a reply.
pub const LOOKS_PER_BYTE: usize = 16;

/// Schemas that bring every part of the fitting into play.
const SCHEMAS: [&str; 6] = [
    "true",
    r#"{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0},"mood":{"enum":["GOOD","so so"]},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}},"required":["name"]}"#,
    r#"{"type":"array","items":{"anyOf":[{"type":"integer"},{"type":"boolean"},{"type":"null"}]}}"#,
    r#"{"oneOf":[{"type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},{"type":"object","properties":{"kind":{"const":"rect"},"w":{"type":"number"}},"required":["kind"],"additionalProperties":false}]}"#,
    r##"{"$defs":{"n":{"anyOf":[{"type":"object","properties":{"a":{"$ref":"#/$defs/n"},"b":{"type":"integer"}},"required":["b"]},{"type":"object","properties":{"a":{"$ref":"#/$defs/n"},"c":{"type":"string","pattern":"^[a-z]*$"}},"required":["c"]},{"type":"array","items":{"$ref":"#/$defs/n"},"maxItems":5}]}},"$ref":"#/$defs/n"}"##,
    r#"{"type":"object","additionalProperties":{"type":"string","minLength":1},"not":{"required":["bad"]}}"#,
];

/// The schema that a byte picks.
pub fn schema(byte: u8) -> (Value, Schema) {
    let text = SCHEMAS[usize::from(byte) % SCHEMAS.len()];
    let value = serde_json::from_str(text).expect("the schemas are JSON");
    let schema = Schema::compile(&value).expect("the schemas are usable");
    (value, schema)
}

/// Decodes, and checks what holds whatever comes out. Returns the value.
pub fn decode_checked(reply: &str, schema: &Schema, options: &Options) -> Option<Value> {
    let steps = scan_steps(reply, options);
    assert!(steps <= (reply.len() + 64) * LOOKS_PER_BYTE, "{steps} steps for {} bytes", reply.len());
    match decode_with(reply, schema, options) {
        Ok(decoded) => {
            let value = decoded.value.to_value();
            // What is no JSON is not taken for JSON without a word.
            assert!(Json::parse(reply).is_ok() || !decoded.repairs.is_empty(), "{value} without repairs");
            if let Err(error) = schema.check(&value) {
                panic!("{value} does not satisfy {schema:?}: {error}");
            }
            // What was decoded prints as JSON that decodes to itself.
            let again = decode_with(&decoded.value.to_string(), schema, options);
            assert_eq!(again.map(|again| again.value), Ok(decoded.value));
            Some(value)
        }
        Err(error) => {
            assert!(error.span().end <= reply.len(), "{error:?}");
            assert!(error.to_string().len() < 800, "{error}");
            None
        }
    }
}
