//! Calls as they stream, in the shapes that servers send.

use serde_json::json;

use crate::streams::{call, calls, chunk, end, owned, usage};

#[tokio::test]
async fn calls_as_openai_streams_them() {
    let found = calls(vec![
        chunk(json!({"role": "assistant", "content": null})),
        call(json!({"index": 0, "id": "a", "type": "function", "function": {"name": "f", "arguments": ""}})),
        call(json!({"index": 0, "function": {"arguments": "{\"x\""}})),
        call(json!({"index": 1, "id": "b", "type": "function", "function": {"name": "g", "arguments": ""}})),
        call(json!({"index": 0, "function": {"arguments": ":1}"}})),
        end("tool_calls"),
        usage(),
    ])
    .await;
    assert_eq!(found, owned(&[("a", "f", "{\"x\":1}"), ("b", "g", "{}")]));
}

#[tokio::test]
async fn calls_of_servers_that_count_badly() {
    // Every call has index 0; the ids tell them apart. The name comes with each fragment.
    let found = calls(vec![
        call(json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": "{\"x\""}})),
        call(json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": ":1}"}})),
        call(json!({"index": 0, "id": "b", "function": {"name": "f", "arguments": "{\"x\":2}"}})),
        end("stop"),
    ])
    .await;
    assert_eq!(found, owned(&[("a", "f", "{\"x\":1}"), ("b", "f", "{\"x\":2}")]));
    // No index, with ids.
    let found = calls(vec![
        call(json!({"id": "a", "function": {"name": "f", "arguments": "{"}})),
        call(json!({"id": "b", "function": {"name": "g", "arguments": "{}"}})),
        call(json!({"id": "a", "function": {"arguments": "}"}})),
        end("tool_calls"),
    ])
    .await;
    assert_eq!(found, owned(&[("a", "f", "{}"), ("b", "g", "{}")]));
}

#[tokio::test]
async fn calls_without_any_id() {
    // Neither index nor id; arguments as an object.
    let chunks = || {
        vec![
            chunk(json!({"tool_calls": [
                {"function": {"name": "f", "arguments": {"x": 1}}},
                {"function": {"name": "f", "arguments": {"x": 2}}},
            ]})),
            end(""),
        ]
    };
    let found = calls(chunks()).await;
    let arguments: Vec<_> = found.iter().map(|call| call.2.replace(' ', "")).collect();
    assert_eq!(arguments, ["{\"x\":1}", "{\"x\":2}"]);
    assert!(found[0].0 != found[1].0 && found.iter().all(|call| call.0.starts_with("call_")), "{found:?}");
    // Made up, but the same each time.
    assert_eq!(calls(chunks()).await, found);
    // Each fragment by itself, with nothing to tell calls apart but their order.
    let found = calls(vec![
        call(json!({"function": {"name": "f", "arguments": "{\"x\""}})),
        call(json!({"function": {"name": "f", "arguments": ":1}"}})),
        call(json!({"function": {"name": "f", "arguments": "{}"}})),
        end("tool_calls"),
    ])
    .await;
    assert_eq!(found.iter().map(|call| call.2.as_str()).collect::<Vec<_>>(), ["{\"x\":1}", "{}"]);
}
