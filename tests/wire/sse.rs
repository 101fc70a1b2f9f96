//! Server-sent events, however they are cut.

use agentkit::provider::sse::{Parser, SseError};
use proptest::collection::vec;
use proptest::prelude::*;

type Events = Vec<(String, String)>;

fn parse<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Result<Events, SseError> {
    let mut events = Vec::new();
    let mut each = |event: agentkit::provider::sse::Event<'_>| {
        events.push((event.event.to_owned(), event.data.to_owned()));
    };
    let mut parser = Parser::new(1 << 20);
    for chunk in chunks {
        parser.push(chunk, &mut each)?;
    }
    parser.finish(&mut each)?;
    Ok(events)
}

#[track_caller]
fn gives(text: &[u8], expected: &[(&str, &str)]) {
    let expected: Events = expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    assert_eq!(parse([text]).as_ref(), Ok(&expected));
    assert_eq!(parse(text.chunks(1)).as_ref(), Ok(&expected), "byte by byte");
}

#[test]
fn line_ends_in_any_mix() {
    gives(
        b"data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\n",
        &[("", "a"), ("", "b"), ("", "c"), ("", "d")],
    );
    gives(b"data: a\r\n\ndata: b\r\n\r", &[("", "a"), ("", "b")]);
}

#[test]
fn fields_as_servers_write_them() {
    gives(b"event: ping\ndata:{\"a\":1}\nid: 7\nretry: 10\nwhat: ever\n\n", &[("ping", "{\"a\":1}")]);
    gives(b"data:  two spaces\n\n", &[("", " two spaces")]);
    gives(b"data: one\ndata\ndata: three\n\n", &[("", "one\n\nthree")]);
    gives(b"data:\n\n", &[("", "")]);
    gives(b": OPENROUTER PROCESSING\n\n: again\n\ndata: x\n\n", &[("", "x")]);
    // An event without data is none, and its type does not go over to the next.
    gives(b"event: ping\n\ndata: x\n\n", &[("", "x")]);
}

#[test]
fn beginnings_and_ends() {
    gives(b"\xEF\xBB\xBFdata: x\n\n", &[("", "x")]);
    gives(b"data: x", &[("", "x")]);
    gives(b"data: x\n", &[("", "x")]);
    gives(b"data: x\n\nevent: y", &[("", "x")]);
    gives(b"", &[]);
    gives("data: é🎈\n\n".as_bytes(), &[("", "é🎈")]);
}

#[test]
fn what_cannot_be_read() {
    assert_eq!(parse([b"data: \xFF\n\n".as_slice()]), Err(SseError::Utf8));
    for text in ["data: 123456\n\n", "data: 123\ndata: 45\n\n", "data: 1234567", ": 1234567"] {
        for size in [1, 3, 100] {
            let mut parser = Parser::new(5);
            let mut pushed = Ok(());
            for chunk in text.as_bytes().chunks(size) {
                pushed = pushed.and_then(|()| parser.push(chunk, |event| panic!("{event:?}")));
            }
            assert_eq!(pushed, Err(SseError::TooLarge(5)), "{text:?} in chunks of {size}");
        }
    }
}

fn line() -> impl Strategy<Value = String> {
    let field = prop_oneof![
        4 => Just("data"), 1 => Just("event"), 1 => Just("id"), 1 => Just(""), 1 => Just("other"),
    ];
    let separator = prop_oneof![3 => Just(": "), 1 => Just(":"), 1 => Just("")];
    (field, separator, "[a-z é🎈:{}\"\\[\\]]{0,12}")
        .prop_map(|(field, separator, value)| format!("{field}{separator}{value}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    /// How a stream is cut changes nothing.
    #[test]
    fn splits_do_not_matter(
        lines in vec((prop_oneof![3 => line(), 2 => Just(String::new())], 0..3_usize), 0..24),
        cuts in vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let text: String =
            lines.iter().map(|(line, end)| format!("{line}{}", ["\n", "\r\n", "\r"][*end])).collect();
        let text = text.as_bytes();
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let whole = parse([text]);
        prop_assert!(whole.is_ok());
        prop_assert_eq!(&parse(cuts.windows(2).map(|cut| &text[cut[0]..cut[1]])), &whole);
        prop_assert_eq!(&parse(text.chunks(1)), &whole);
    }

    /// Nothing that a server sends makes the parser panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200), size in 1..20_usize) {
        let _ = parse(bytes.chunks(size));
    }
}
