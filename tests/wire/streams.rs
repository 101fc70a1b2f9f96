//! Streams of OpenAI's format, in the shapes that servers send.

use std::time::Duration;

use agentkit::model::{Delta, FinishReason};
use agentkit::provider::{Dialect, OpenAiChat, ProviderErrorKind as Kind};
use agentkit::{Message, Provider, ProviderError, Request, Response};
use agentkit_tests::server::{Answer, Server};
use futures_util::StreamExt;
use serde_json::{Value, json};

fn model(server: &Server, dialect: Dialect) -> OpenAiChat {
    OpenAiChat::new("m").dialect(dialect).base_url(server.url()).no_proxy().backoff(Duration::ZERO)
}

async fn run(model: &OpenAiChat) -> (Vec<Delta>, Result<Response, ProviderError>) {
    let mut request = Request::default();
    request.messages.push(Message::user("Hello."));
    let mut stream = match model.stream(&request).await {
        Ok(stream) => stream,
        Err(error) => return (Vec::new(), Err(error)),
    };
    let mut deltas = Vec::new();
    while let Some(delta) = stream.next().await {
        match delta {
            Ok(Delta::Done(response)) => {
                assert!(stream.next().await.is_none(), "something follows the end");
                return (deltas, Ok(*response));
            }
            Ok(delta) => deltas.push(delta),
            Err(error) => {
                assert!(stream.next().await.is_none(), "something follows the failure");
                return (deltas, Err(error));
            }
        }
    }
    panic!("the stream ended without an end");
}

/// Streams `answer` in pieces of several sizes, which must all come to the same.
async fn stream(answer: Answer) -> (Vec<Delta>, Result<Response, ProviderError>) {
    let mut outcomes = Vec::new();
    for size in [1, 7, 4096] {
        let answer = answer.clone().in_pieces(size);
        let server = Server::start([answer]).await;
        outcomes.push(run(&model(&server, Dialect::compatible("test", "")).max_retries(0)).await);
    }
    let first = outcomes.swap_remove(0);
    for other in outcomes {
        assert_eq!(other.1.as_ref().ok(), first.1.as_ref().ok());
        assert_eq!(
            other.1.as_ref().err().map(ProviderError::kind),
            first.1.as_ref().err().map(ProviderError::kind)
        );
        if first.1.is_ok() {
            assert_eq!(other.0, first.0);
        }
    }
    first
}

pub(crate) fn chunk(delta: Value) -> Value {
    json!({"id": "c1", "model": "m-1", "choices": [{"index": 0, "delta": delta, "finish_reason": null}]})
}

pub(crate) fn end(reason: &str) -> Value {
    json!({"id": "c1", "model": "m-1", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

pub(crate) fn usage() -> Value {
    json!({"id": "c1", "choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3,
        "prompt_tokens_details": {"cached_tokens": 5}, "completion_tokens_details": null}})
}

pub(crate) fn call(fields: Value) -> Value {
    chunk(json!({"tool_calls": [fields]}))
}

/// The calls of a stream of `chunks`, as (id, name, arguments).
pub(crate) async fn calls(chunks: Vec<Value>) -> Vec<(String, String, String)> {
    let (deltas, response) = stream(Answer::data(chunks)).await;
    let response = response.expect("a reply");
    assert_eq!(response.finish, FinishReason::ToolCalls);
    let calls: Vec<_> = response
        .message
        .tool_calls()
        .map(|call| (call.id.clone(), call.name.clone(), call.arguments.clone()))
        .collect();
    // What was streamed is what came of it.
    for (at, call) in calls.iter().enumerate() {
        let begun = Delta::ToolCall { index: at, id: call.0.clone(), name: call.1.clone() };
        assert_eq!(deltas.iter().filter(|delta| **delta == begun).count(), 1, "{deltas:?}");
        let json: String = deltas
            .iter()
            .filter_map(|delta| match delta {
                Delta::Arguments { index, json } if *index == at => Some(json.as_str()),
                _ => None,
            })
            .collect();
        assert!(json == call.2 || (json.is_empty() && call.2 == "{}"));
    }
    calls
}

pub(crate) fn owned(calls: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    calls.iter().map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned())).collect()
}

#[tokio::test]
async fn text_reasoning_and_usage() {
    let chunks = [
        json!({"id": "", "model": "", "choices": [], "prompt_filter_results": []}),
        chunk(json!({"role": "assistant", "content": null, "reasoning_content": "Hm"})),
        chunk(json!({"reasoning": "m."})),
        chunk(json!({"content": "Hé"})),
        chunk(json!({"content": "llo 🎈"})),
        end("stop"),
        usage(),
    ];
    let (deltas, response) = stream(Answer::data(chunks)).await;
    let response = response.expect("a reply");
    assert_eq!(response.message.text(), "Héllo 🎈");
    assert_eq!((response.id.as_deref(), response.model.as_deref()), (Some("c1"), Some("m-1")));
    let usage = response.usage.expect("usage");
    assert_eq!((usage.input_tokens, usage.cached_tokens, usage.output_tokens), (7, 5, 3));
    let told = ["Hm", "m."].map(|text| Delta::Reasoning(text.into()));
    assert_eq!(deltas[..2], told);
    assert_eq!(deltas[2..], ["Hé", "llo 🎈"].map(|text| Delta::Text(text.into())));
}

#[tokio::test]
async fn ends_without_done_and_without_a_blank_line() {
    let body =
        format!("data: {}\n\ndata: {}\n\ndata: {}", chunk(json!({"content": "Hi."})), end("stop"), usage());
    let (_, response) = stream(Answer::events(body)).await;
    let response = response.expect("a reply");
    assert_eq!((response.message.text(), response.usage.is_some()), ("Hi.".to_owned(), true));
}

#[tokio::test]
async fn a_stream_that_stops_early_is_incomplete() {
    for body in ["", ": nothing\n\n"] {
        let (_, response) = stream(Answer::events(body)).await;
        assert_eq!(response.expect_err("cut").kind(), Kind::Incomplete);
    }
    let body = format!("data: {}\n\n", chunk(json!({"content": "Hi."})));
    let (_, response) = stream(Answer::events(body)).await;
    assert_eq!(response.expect_err("cut").kind(), Kind::Incomplete);
}

#[tokio::test]
async fn errors_within_a_success() {
    for error in [
        json!({"error": {"message": "overloaded", "code": 503}}),
        json!({"error": {"message": "overloaded", "code": 503}, "choices": [{"delta": {}, "finish_reason": "error"}]}),
        json!({"choices": [{"delta": {}, "finish_reason": "error"}]}),
    ] {
        let (deltas, response) =
            stream(Answer::data([chunk(json!({"content": "Hi."})), usage(), error])).await;
        let error = response.expect_err("a failure");
        assert_eq!(error.kind(), Kind::Server, "{error}");
        assert_eq!(error.usage().expect("usage").input_tokens, 7);
        assert_eq!(deltas, [Delta::Text("Hi.".into())]);
    }
    for none in [json!(null), json!(""), json!({})] {
        let mut last = end("stop");
        last["error"] = none;
        let (_, response) = stream(Answer::data([chunk(json!({"content": "Hi."})), last])).await;
        assert_eq!(response.expect("a reply").message.text(), "Hi.");
    }
}

#[tokio::test]
async fn refusals_and_cuts() {
    let chunks = [chunk(json!({"refusal": "I can't"})), chunk(json!({"refusal": " do that."})), end("stop")];
    let (deltas, response) = stream(Answer::data(chunks)).await;
    let response = response.expect("a reply");
    assert_eq!(response.finish, FinishReason::Refusal);
    assert_eq!(response.message.refusal(), Some("I can't do that."));
    assert_eq!(deltas, ["I can't", " do that."].map(|text| Delta::Refusal(text.into())));
    let chunks = vec![
        call(json!({"index": 0, "id": "a", "function": {"name": "f", "arguments": "{\"x\""}})),
        end("length"),
    ];
    let (_, response) = stream(Answer::data(chunks)).await;
    assert_eq!(response.expect("a reply").finish, FinishReason::Length);
}

#[tokio::test]
async fn a_failure_before_the_first_piece_is_tried_again() {
    let whole = || Answer::data([chunk(json!({"content": "Hi."})), end("stop")]);
    let broken = Answer::data([json!({"error": {"message": "overloaded", "code": 503}})]);
    for fault in [
        broken,
        whole().reset_at(3),
        Answer::events(": wait\n\n").stalled_at(8),
        Answer::error(500, "{}"),
        Answer::refusal(),
    ] {
        let server = Server::start([fault, whole()]).await;
        let model = model(&server, Dialect::compatible("test", "")).idle_timeout(Duration::from_millis(200));
        let (_, response) = run(&model).await;
        assert_eq!(response.expect("a reply").retries, 1);
    }
    // After the first piece it is not.
    let cut = Answer::data([chunk(json!({"content": "Hi."})), end("stop")]);
    let at = chunk(json!({"content": "Hi."})).to_string().len() + 10;
    let server = Server::start([cut.reset_at(at), whole()]).await;
    let (deltas, response) = run(&model(&server, Dialect::compatible("test", ""))).await;
    assert_eq!(deltas, [Delta::Text("Hi.".into())]);
    assert_eq!(response.expect_err("broken").kind(), Kind::Connection);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn reasoning_details_are_put_together() {
    let detail = |detail: Value| chunk(json!({"reasoning": "x", "reasoning_details": [detail]}));
    let chunks = [
        detail(json!({"type": "reasoning.text", "text": "We ", "index": 0, "format": null})),
        detail(json!({"type": "reasoning.text", "text": "think.", "index": 0, "signature": "sig"})),
        detail(json!({"type": "reasoning.encrypted", "data": "abc", "index": 1})),
        chunk(json!({"content": "Hi."})),
        end("stop"),
    ];
    let server = Server::start([Answer::data(chunks), Answer::data([end("stop")])]).await;
    let model = model(&server, Dialect::openrouter());
    let (_, response) = run(&model).await;
    let mut request = Request::default();
    request.messages.push(Message::user("Hello."));
    request.messages.push(Message::Assistant(response.expect("a reply").message));
    let _ = model.stream(&request).await.expect("a reply");
    assert_eq!(
        server.requests()[1].json()["messages"][1]["reasoning_details"],
        json!([
            {"type": "reasoning.text", "text": "We think.", "index": 0, "format": null, "signature": "sig"},
            {"type": "reasoning.encrypted", "data": "abc", "index": 1},
        ])
    );
}
