//! Any text in pieces. The first byte picks the schema, the second one the size of the pieces.

#![no_main]

use agentkit::decode::{Json, Options, PartialDecoder};
use agentkit_fuzz::{decode_checked, schema};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fn extends(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::String(old), Value::String(new)) => new.starts_with(old.as_str()),
        (Value::Array(old), Value::Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| extends(old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            old.iter().all(|(key, old)| new.get(key).is_some_and(|new| extends(old, new)))
        }
        _ => old == new,
    }
}

fuzz_target!(|data: &[u8]| {
    let [pick, size, rest @ ..] = data else { return };
    let Ok(reply) = std::str::from_utf8(rest) else { return };
    let (_, schema) = schema(*pick);
    let mut decoder = PartialDecoder::new(&schema);
    let valid = Json::parse(reply).is_ok();
    let mut before = Value::Null;
    let chars: Vec<char> = reply.chars().collect();
    for piece in chars.chunks(usize::from(*size) % 8 + 1) {
        decoder.push(&piece.iter().collect::<String>());
        if valid {
            assert!(
                before.is_null() || extends(&before, decoder.value()),
                "{before} became {}",
                decoder.value()
            );
            before = decoder.value().clone();
        }
    }
    assert!(decoder.steps() <= 4 * (reply.len() + 64));
    let mut whole = PartialDecoder::new(&schema);
    whole.push(reply);
    assert_eq!(whole.value(), decoder.value());
    // Where the schema names the members, what shows is the start of what comes out.
    if valid && let Some(last) = decode_checked(reply, &schema, &Options::default()) {
        let now = decoder.value();
        let bare = now.is_null() || now.as_object().is_some_and(serde_json::Map::is_empty);
        assert!(bare || extends(now, &last), "{now} is not the start of {last}");
    }
});
