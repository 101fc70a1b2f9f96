//! A reply is the same however it comes: in one piece, as a stream, and in whatever chunks.

use agentkit::model::Delta;
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire};
use agentkit_tests::replay::feed;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::render::{End, Piece, Script, anthropic, chat, gemini, responses};

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter("JSON has no such number", |number| number.is_finite())
            .prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
    ];
    let tree = scalar.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec(("[a-z\"\\\\é]{0,5}", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    vec(("[a-z]{1,6}", tree), 0..4).prop_map(|members| members.into_iter().collect())
}

fn piece() -> impl Strategy<Value = Piece> {
    let text = || "\\PC{0,30}";
    let mark = || "[A-Za-z0-9+/]{1,20}={0,2}";
    prop_oneof![
        3 => text().prop_map(Piece::Text),
        1 => (text(), mark()).prop_map(|(text, mark)| Piece::Reasoning(text, mark)),
        1 => mark().prop_map(Piece::Hidden),
        3 => ("[a-z_]{1,10}", arguments()).prop_map(|(name, arguments)| Piece::Call(name, arguments)),
        1 => (text(), mark()).prop_map(|(text, mark)| Piece::Marked(text, mark)),
        1 => text().prop_map(Piece::Refusal),
    ]
}

fn script() -> impl Strategy<Value = Script> {
    let end = prop_oneof![4 => Just(End::Done), 1 => Just(End::Cut), 1 => Just(End::Filtered)];
    let usage = proptest::option::of([0..9_000_u64, 0..900, 0..90, 0..5_000, 0..2_000]);
    (vec(piece(), 0..7), end, usage, any::<u64>()).prop_map(|(pieces, end, usage, seed)| Script {
        pieces,
        end,
        usage,
        seed,
    })
}

fn chat_wire() -> OpenAiChatWire {
    OpenAiChatWire::new("gpt-4.1", Dialect::openai())
}

/// Decodes both forms and compares them, and what the deltas add up to.
fn holds(wire: &dyn Wire, plain: &str, stream: &str, size: usize) -> Result<(), TestCaseError> {
    let plain = wire.decode(plain.as_bytes());
    let plain = plain.map_err(|error| TestCaseError::fail(format!("plain: {error}")))?;
    let fed = feed(wire, stream.as_bytes().chunks(size));
    let streamed = fed.outcome.map_err(|error| TestCaseError::fail(format!("stream: {error}")))?;
    prop_assert_eq!(&streamed, &plain);
    let mut text = String::new();
    let mut calls: Vec<(String, String, String)> = Vec::new();
    for delta in fed.deltas {
        match delta {
            Delta::Text(more) => text.push_str(&more),
            Delta::ToolCall { index, id, name } => {
                prop_assert_eq!(index, calls.len());
                calls.push((id, name, String::new()));
            }
            Delta::Arguments { index, json } => calls[index].2.push_str(&json),
            _ => {}
        }
    }
    prop_assert_eq!(text, plain.message.text());
    let whole = plain.message.tool_calls();
    let whole = whole.map(|call| (call.id.clone(), call.name.clone(), call.arguments.clone()));
    prop_assert_eq!(calls, whole.collect::<Vec<_>>());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anthropic_streams_say_what_plain_replies_say(script in script(), size in 1..200_usize) {
        let wire = AnthropicWire::new("claude-opus-4-8");
        holds(&wire, &anthropic::plain(&script), &anthropic::stream(&script), size)?;
    }

    #[test]
    fn gemini_streams_say_what_plain_replies_say(script in script(), size in 1..200_usize) {
        let wire = GeminiWire::new("gemini-3-flash-preview");
        holds(&wire, &gemini::plain(&script), &gemini::stream(&script), size)?;
    }

    #[test]
    fn openai_responses_streams_say_what_plain_replies_say(script in script(), size in 1..200_usize) {
        let wire = OpenAiResponsesWire::new("gpt-5.6");
        holds(&wire, &responses::plain(&script), &responses::stream(&script), size)?;
    }

    #[test]
    fn openai_chat_streams_say_what_plain_replies_say(script in script(), size in 1..200_usize) {
        let wire = chat_wire();
        holds(&wire, &chat::plain(&script), &chat::stream(&script), size)?;
    }

    /// Nothing that a server sends makes a decoder panic, whole or cut.
    #[test]
    fn broken_bodies_never_panic(script in script(), at in 0..10_000_usize, byte in any::<u8>()) {
        let wires: [(Box<dyn Wire>, String, String); 4] = [
            (Box::new(AnthropicWire::new("m")), anthropic::plain(&script), anthropic::stream(&script)),
            (Box::new(GeminiWire::new("m")), gemini::plain(&script), gemini::stream(&script)),
            (Box::new(chat_wire()), chat::plain(&script), chat::stream(&script)),
            (Box::new(OpenAiResponsesWire::new("m")), responses::plain(&script), responses::stream(&script)),
        ];
        for (wire, plain, stream) in wires {
            for body in [plain, stream] {
                let mut body = body.into_bytes();
                let at = at % body.len();
                body[at] = byte;
                let _ = wire.decode(&body);
                let _ = wire.decode_error(400, &body);
                let _ = feed(&*wire, [body.as_slice()]);
                body.truncate(at);
                let _ = wire.decode(&body);
                let _ = feed(&*wire, [body.as_slice()]);
            }
        }
    }
}

/// A stream that is cut off before its end is never taken for a whole one.
#[test]
fn cut_streams_are_incomplete() {
    let script = Script {
        pieces: vec![
            Piece::Text("Hello.".into()),
            Piece::Call("look".into(), Map::from_iter([("at".into(), json!(1))])),
        ],
        end: End::Done,
        usage: Some([1, 0, 0, 1, 0]),
        seed: 3,
    };
    let wires: [(Box<dyn Wire>, String); 4] = [
        (Box::new(AnthropicWire::new("m")), anthropic::stream(&script)),
        (Box::new(GeminiWire::new("m")), gemini::stream(&script)),
        (Box::new(chat_wire()), chat::stream(&script)),
        (Box::new(OpenAiResponsesWire::new("m")), responses::stream(&script)),
    ];
    for (wire, stream) in wires {
        let gap = if stream.contains("\r\n") { "\r\n\r\n" } else { "\n\n" };
        let frames: Vec<_> = stream.split_inclusive(gap).collect();
        // A chat stream is whole once it has a reason to finish; usage and `[DONE]` may be missing.
        let needed = frames.len() - if wire.name() == "openai" { 2 } else { 0 };
        for kept in 0..needed {
            let body: String = frames[..kept].concat();
            let outcome = feed(&*wire, [body.as_bytes()]).outcome;
            let error = outcome.expect_err("a cut stream is an error");
            assert_eq!(error.kind(), agentkit::provider::ProviderErrorKind::Incomplete, "{}", wire.name());
        }
        assert!(feed(&*wire, [stream.as_bytes()]).outcome.is_ok(), "{}", wire.name());
    }
}
