//! Times of the parts: `cargo bench -p bench-micro`.

use agentkit::decode::{Options, PartialDecoder, decode_with};
use agentkit::provider::sse::Parser;
use agentkit::schema::{Target, lower};
use agentkit::{Tool, ToolContext, ToolError};
use bench_micro::{clean, hostile, messy, named, names, schema};
use divan::Bencher;
use divan::counter::BytesCount;
use serde_json::json;

fn main() {
    divan::main();
}

fn decoding(bencher: Bencher<'_, '_>, text: &str) {
    let schema = schema();
    bencher.counter(BytesCount::of_str(text)).bench(|| decode_with(text, &schema, &Options::new()));
}

#[divan::bench(args = [1 << 10, 100 << 10])]
fn decode_clean(bencher: Bencher<'_, '_>, bytes: usize) {
    decoding(bencher, &clean(bytes));
}

#[divan::bench(args = [1 << 10, 100 << 10])]
fn serde_json_value(bencher: Bencher<'_, '_>, bytes: usize) {
    let text = clean(bytes);
    bencher.counter(BytesCount::of_str(&text)).bench(|| serde_json::from_str::<serde_json::Value>(&text));
}

#[divan::bench(args = names(messy))]
fn decode_messy(bencher: Bencher<'_, '_>, kind: &str) {
    decoding(bencher, &named(kind, 100 << 10));
}

#[divan::bench(args = names(hostile))]
fn decode_hostile(bencher: Bencher<'_, '_>, kind: &str) {
    decoding(bencher, &named(kind, 1 << 20));
}

#[divan::bench]
fn decode_partial(bencher: Bencher<'_, '_>) {
    let (text, schema) = (clean(100 << 10), schema());
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        let mut partial = PartialDecoder::new(&schema);
        for piece in text.as_bytes().chunks(16) {
            partial.push(std::str::from_utf8(piece).expect("ASCII"));
        }
        partial
    });
}

#[divan::bench]
fn sse(bencher: Bencher<'_, '_>) {
    let stream = "event: delta\ndata: {\"choices\":[{\"delta\":{\"content\":\"Hello\"}}]}\n\n".repeat(1_000);
    bencher.counter(BytesCount::of_str(&stream)).bench(|| {
        let mut parser = Parser::new(1 << 20);
        let mut events = 0;
        for piece in stream.as_bytes().chunks(1_400) {
            parser.push(piece, |_| events += 1).expect("a sound stream");
        }
        events
    });
}

#[divan::bench(args = [Target::OpenAiStrict, Target::AnthropicStrict, Target::Gemini])]
fn lowering(bencher: Bencher<'_, '_>, target: Target) {
    let mut properties = serde_json::Map::new();
    for n in 0..50 {
        properties.insert(
            format!("p{n}"),
            json!({ "type": ["string", "null"], "description": "A text.", "maxLength": 9 }),
        );
    }
    let schema = json!({ "type": "object", "properties": properties });
    bencher.bench(|| lower(&schema, target));
}

#[divan::bench]
fn dispatch_one_of_100_tools(bencher: Bencher<'_, '_>) {
    use futures_util::FutureExt;
    let parameters =
        json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let tools: Vec<Tool> = (0..100)
        .map(|n| {
            Tool::from_schema(format!("tool_{n}"), "A tool.", parameters.clone(), |mut arguments, _| {
                let n = arguments.take::<u64>("n");
                Box::pin(async move { Ok::<_, ToolError>(n?.to_string()) })
            })
        })
        .collect();
    let context = ToolContext::new("call", "run", 1, tokio_util::sync::CancellationToken::new());
    bencher.bench(|| tools[57].call("{\"n\": 7}", context.clone()).now_or_never());
}
