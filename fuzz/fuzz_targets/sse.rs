//! Any bytes as server-sent events: where the pieces end makes no difference.

#![no_main]

use agentkit::provider::sse::Parser;
use libfuzzer_sys::fuzz_target;

const LIMIT: usize = 1 << 16;

/// The events of a stream that comes in pieces of one size, and whether it was taken.
fn events(bytes: &[u8], size: usize) -> (Vec<String>, bool) {
    let mut found = Vec::new();
    let mut parser = Parser::new(LIMIT);
    for piece in bytes.chunks(size) {
        if parser.push(piece, |event| found.push(format!("{event:?}"))).is_err() {
            return (found, false);
        }
    }
    let taken = parser.finish(|event| found.push(format!("{event:?}"))).is_ok();
    (found, taken)
}

fuzz_target!(|data: &[u8]| {
    let Some((&size, bytes)) = data.split_first() else { return };
    assert_eq!(events(bytes, usize::from(size) + 1), events(bytes, bytes.len().max(1)));
});
