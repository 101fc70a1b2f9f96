//! Any text for one of several schemas: the fitting. The first byte picks the schema.

#![no_main]

use agentkit::decode::{OnAmbiguous, Options, Strictness};
use agentkit_fuzz::{decode_checked, schema};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&pick, rest)) = data.split_first() else { return };
    let Ok(reply) = std::str::from_utf8(rest) else { return };
    let (_, schema) = schema(pick);
    let options = Options::default();
    decode_checked(reply, &schema, &options);
    decode_checked(reply, &schema, &Options::tool_args());
    decode_checked(reply, &schema, &options.clone().strictness(Strictness::Lenient));
    decode_checked(reply, &schema, &options.on_ambiguous(OnAmbiguous::Last));
});
