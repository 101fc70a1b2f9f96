//! An agent against a server that speaks OpenAI's format: what goes over the wire byte for byte, and that
//! the transcript has exactly one result for each call whatever happens.

use std::time::Duration;

use agentkit::provider::{Dialect, OpenAiChat, ProviderErrorKind};
use agentkit::{Agent, ErrorKind, IncompleteReason, Tool, ToolSet, Transcript, Usage, agent_output};
use agentkit_tests::server::{Answer, Server};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::golden;

#[derive(Deserialize, JsonSchema)]
struct Place {
    /// City name.
    city: String,
}

/// Tomorrow's weather.
#[agent_output]
#[derive(Debug, PartialEq)]
struct Forecast {
    /// The day's high, in °C.
    high: f64,
}

fn tools() -> ToolSet {
    let temperature =
        Tool::new("temperature", "The temperature in a city, in °C.", |place: Place| async move {
            if place.city == "Atlantis" { Err("no such city") } else { Ok(place.city.len()) }
        });
    let broken = Tool::new("broken", "Panics.", |_: Place| async move {
        assert!(std::hint::black_box(false), "the tool is broken");
        Ok::<_, &str>(())
    });
    [temperature, broken].into_iter().collect()
}

fn model(server: &Server) -> OpenAiChat {
    // The plain dialect of OpenAI, at the test's own server.
    OpenAiChat::new("gpt-4.1")
        .dialect(Dialect::openai())
        .base_url(server.url() + "/v1")
        .api_key("sk-secret")
        .no_proxy()
        .backoff(Duration::ZERO)
}

fn agent(server: &Server) -> Agent<String, Forecast> {
    let builder = Agent::builder(model(server)).instructions("Forecast the weather.").tools(tools());
    builder.build().expect("a sound agent")
}

/// A reply with calls of `(name, arguments)`; ids are numbered from `first`.
fn calls(first: usize, calls: &[(&str, &str)]) -> Value {
    let calls = calls.iter().enumerate().map(|(at, (name, arguments))| {
        json!({
            "id": format!("call_{}", first + at),
            "type": "function",
            "function": {"name": name, "arguments": arguments},
        })
    });
    said(
        &json!({"role": "assistant", "content": null, "tool_calls": calls.collect::<Vec<_>>()}),
        "tool_calls",
    )
}

fn said(message: &Value, finish: &str) -> Value {
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "gpt-4.1-2025-04-14",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {
            "prompt_tokens": 10,
            "completion_tokens": 5,
            "total_tokens": 15,
            "prompt_tokens_details": {"cached_tokens": 4},
            "completion_tokens_details": {"reasoning_tokens": 2},
        },
    })
}

fn stop(first: usize) -> Value {
    calls(first, &[("stop", r#"{"high":21.5}"#)])
}

/// Exactly one result for each call, in call order.
#[track_caller]
fn paired(transcript: &Transcript) {
    let calls: Vec<_> = transcript.tool_calls().map(|call| &call.id).collect();
    let results: Vec<_> = transcript.tool_results().map(|result| &result.call_id).collect();
    assert_eq!(calls, results);
}

/// The usage of `requests` answered requests.
#[track_caller]
fn used(usage: Usage, requests: u64) {
    let found = (usage.input_tokens, usage.cached_tokens, usage.output_tokens, usage.reasoning_tokens);
    assert_eq!(found, (10 * requests, 4 * requests, 5 * requests, 2 * requests));
    assert_eq!((usage.requests, usage.unreported_requests), (requests, 0));
}

/// Runs to an answer, and checks everything that holds for any run.
async fn succeeds(name: &str, answers: Vec<Value>) -> (Transcript, Server) {
    let count = answers.len();
    let server = Server::start(answers.into_iter().map(Answer::json)).await;
    let run = agent(&server).run("Paris, tomorrow.".to_owned()).await.expect("an answer");
    assert_eq!(run.output, Forecast { high: 21.5 });
    assert_eq!(run.turns as usize, count);
    used(run.usage, count as u64);
    paired(&run.transcript);
    golden::bodies(name, &server);
    (run.transcript, server)
}

async fn fails(name: &str, answers: Vec<Answer>, requests: u64) -> agentkit::Error {
    let server = Server::start(answers).await;
    let error = agent(&server).run("Paris, tomorrow.".to_owned()).await.expect_err("a failure");
    paired(&error.report().transcript);
    used(error.report().usage, requests);
    golden::bodies(name, &server);
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("sk-secret"), "{shown}");
    error
}

#[tokio::test]
async fn ten_tool_turns() {
    let mut answers: Vec<_> =
        (0..10).map(|at| calls(at, &[("temperature", &format!(r#"{{"city":"City {at}"}}"#))])).collect();
    answers.push(stop(10));
    let (transcript, server) = succeeds("ten_tool_turns", answers).await;
    assert_eq!(transcript.tool_results().filter(|result| result.content == "6").count(), 10);
    // Each body goes on where the one before ended, so that a provider's own cache holds.
    let requests = server.requests();
    for pair in requests.windows(2) {
        let messages = |at: usize| pair[at].json()["messages"].as_array().expect("messages").clone();
        assert!(messages(1).starts_with(&messages(0)));
    }
    assert_eq!(requests[0].header("authorization"), Some("Bearer sk-secret"));
    assert_eq!(requests[0].path, "/v1/chat/completions");
}

#[tokio::test]
async fn parallel_calls() {
    let cities = [r#"{"city":"Oslo"}"#, r#"{"city":"Paris"}"#, r#"{"city":"Atlantis"}"#];
    let first = calls(1, &cities.map(|city| ("temperature", city)));
    let (transcript, _) = succeeds("parallel_calls", vec![first, stop(4)]).await;
    let results: Vec<_> = transcript.tool_results().take(3).map(|result| result.content.as_str()).collect();
    assert_eq!(results, ["4", "5", "no such city"]);
}

#[tokio::test]
async fn stop_beside_other_calls() {
    let both = [("temperature", r#"{"city":"Oslo"}"#), ("stop", r#"{"high":21.5}"#)];
    succeeds("stop_beside_other_calls", vec![calls(1, &both)]).await;
}

#[tokio::test]
async fn malformed_arguments() {
    let broken = calls(1, &[("temperature", r#"{"city": "Os"#)]);
    let wrong = calls(2, &[("temperature", r#"{"town": "Oslo"}"#)]);
    let (transcript, _) = succeeds("malformed_arguments", vec![broken, wrong, stop(3)]).await;
    assert!(transcript.tool_results().take(2).all(|result| result.is_error));
}

#[tokio::test]
async fn unknown_tool() {
    let unknown = calls(1, &[("humidity", r#"{"city":"Oslo"}"#)]);
    let (transcript, _) = succeeds("unknown_tool", vec![unknown, stop(2)]).await;
    let result = transcript.tool_results().next().expect("a result");
    assert!(result.is_error && result.content.contains("`temperature`"), "{}", result.content);
}

#[tokio::test]
async fn panic_in_a_tool() {
    let panics = calls(1, &[("broken", r#"{"city":"Oslo"}"#), ("temperature", r#"{"city":"Oslo"}"#)]);
    let (transcript, _) = succeeds("panic_in_a_tool", vec![panics, stop(3)]).await;
    assert!(transcript.tool_results().next().expect("a result").is_error);
}

#[tokio::test]
async fn plain_text_where_an_answer_is_due() {
    let text = said(&json!({"role": "assistant", "content": "21.5 °C"}), "stop");
    succeeds("plain_text", vec![text, stop(1)]).await;
}

#[tokio::test]
async fn refusal() {
    let message = json!({"role": "assistant", "content": null, "refusal": "I can't help with that."});
    let error = fails("refusal", vec![Answer::json(said(&message, "stop"))], 1).await;
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert_eq!(error.report().raw.as_deref(), Some("I can't help with that."));
}

#[tokio::test]
async fn length_in_the_middle_of_arguments() {
    let mut cut = calls(1, &[("stop", r#"{"high":2"#)]);
    cut["choices"][0]["finish_reason"] = json!("length");
    let error = fails("length", vec![Answer::json(cut)], 1).await;
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert_eq!(error.report().raw.as_deref(), Some(r#"{"high":2"#));
}

#[tokio::test]
async fn content_filter() {
    let message = json!({"role": "assistant", "content": "Half of"});
    let error = fails("content_filter", vec![Answer::json(said(&message, "content_filter"))], 1).await;
    assert_eq!(error.kind(), ErrorKind::Filtered);
}

#[tokio::test]
async fn unauthorized() {
    let body = json!({"error": {"message": "Incorrect API key provided: sk-secret.", "type": "invalid_request_error",
        "param": null, "code": "invalid_api_key"}});
    let answer = Answer::error(401, body).header("x-request-id", "req_1");
    let error = fails("unauthorized", vec![answer], 0).await;
    assert_eq!(error.kind(), ErrorKind::Provider);
    let error = error.provider_error().expect("the provider's error");
    assert_eq!(error.kind(), ProviderErrorKind::Authentication);
    assert_eq!((error.status(), error.code()), (Some(401), Some("invalid_api_key")));
    assert_eq!((error.request_id(), error.attempts()), (Some("req_1"), 1));
}

#[tokio::test]
async fn rate_limited_after_a_turn() {
    let limited =
        Answer::error(429, json!({"error": {"message": "Slow down.", "code": "rate_limit_exceeded"}}));
    let first = Answer::json(calls(1, &[("temperature", r#"{"city":"Oslo"}"#)]));
    let answers = vec![first, limited.clone(), limited.clone(), limited];
    let error = fails("rate_limited", answers, 1).await;
    let error = error.provider_error().expect("the provider's error");
    assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::RateLimited, 3));
}

#[tokio::test]
async fn server_error_then_an_answer() {
    let down = Answer::error(500, json!({"error": {"message": "Oops.", "type": "server_error"}}));
    let server = Server::start([down, Answer::json(stop(1))]).await;
    let run = agent(&server).run("Paris, tomorrow.".to_owned()).await.expect("an answer");
    used(run.usage, 1);
    assert_eq!(run.transport_retries, 1);
    paired(&run.transcript);
    golden::bodies("server_error", &server);
}

#[tokio::test]
async fn dropped_connection() {
    let whole = stop(1).to_string();
    let cut = Answer::json(&whole).cut_at(whole.len() / 2);
    let error = fails("dropped_connection", vec![cut.clone(), Answer::refusal(), cut], 0).await;
    let error = error.provider_error().expect("the provider's error");
    assert_eq!((error.kind(), error.attempts()), (ProviderErrorKind::Connection, 3));
}

#[tokio::test]
async fn turn_limit() {
    let call = || Answer::json(calls(1, &[("temperature", r#"{"city":"Oslo"}"#)]));
    let text = Answer::json(said(&json!({"role": "assistant", "content": "I don't know."}), "stop"));
    let server = Server::start([call(), text]).await;
    let agent: Agent<String, Forecast> = Agent::builder(model(&server))
        .instructions("Forecast the weather.")
        .tools(tools())
        .max_turns(1)
        .build()
        .expect("a sound agent");
    let error = agent.run("Paris, tomorrow.".to_owned()).await.expect_err("no answer");
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TurnLimit));
    used(error.report().usage, 2);
    paired(&error.report().transcript);
    golden::bodies("turn_limit", &server);
}
