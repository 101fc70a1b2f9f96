//! What the shared client does on the way: retries, delays, limits, secrets.

use std::time::Duration;

use agentkit::provider::{Dialect, OpenAiChat, ProviderErrorKind as Kind};
use agentkit::{Message, Provider, ProviderError, Request, Response};
use agentkit_tests::server::{Answer, Server};
use serde_json::json;

fn model(server: &Server) -> OpenAiChat {
    let dialect = Dialect::compatible("test", "");
    OpenAiChat::new("m").dialect(dialect).base_url(server.url()).no_proxy().backoff(Duration::ZERO)
}

fn request() -> Request {
    let mut request = Request::default();
    request.messages.push(Message::user("Hello."));
    request
}

fn hello() -> Answer {
    Answer::json(json!({"choices": [{"message": {"content": "Hi."}, "finish_reason": "stop"}]}))
}

async fn ask(model: &OpenAiChat) -> Result<Response, ProviderError> {
    model.complete(&request()).await
}

fn failing(status: u16) -> Answer {
    Answer::error(status, json!({"error": {"message": "no"}}))
}

#[tokio::test]
async fn retries_what_may_pass_and_counts_it() {
    for status in [408, 409, 429, 500, 502, 503, 504, 529] {
        let server = Server::start([failing(status), failing(status), hello()]).await;
        let response = ask(&model(&server)).await.expect("a reply");
        assert_eq!((response.retries, server.requests().len()), (2, 3), "{status}");
        assert_eq!(response.message.text(), "Hi.");
    }
    for status in [400, 401, 402, 403, 404, 413, 422, 501] {
        let server = Server::start([failing(status), hello()]).await;
        let error = ask(&model(&server)).await.expect_err("a failure");
        assert_eq!((error.status(), error.attempts()), (Some(status), 1));
        assert_eq!(server.requests().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn gives_up_after_its_retries() {
    let server = Server::start_fn(|_, _| failing(503)).await;
    let error = ask(&model(&server).max_retries(4)).await.expect_err("a failure");
    assert_eq!((error.kind(), error.attempts()), (Kind::Server, 5));
    assert_eq!(server.requests().len(), 5);
    assert!(error.to_string().contains("5 requests were sent"), "{error}");
}

#[tokio::test]
async fn obeys_x_should_retry_but_never_on_a_quota() {
    let server = Server::start([failing(500).header("x-should-retry", "false"), hello()]).await;
    assert_eq!(ask(&model(&server)).await.expect_err("a failure").attempts(), 1);
    let server = Server::start([failing(400).header("x-should-retry", "true"), hello()]).await;
    assert_eq!(ask(&model(&server)).await.expect("a reply").retries, 1);
    let quota = json!({"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}});
    let server = Server::start([Answer::error(429, quota).header("x-should-retry", "true"), hello()]).await;
    let error = ask(&model(&server)).await.expect_err("a failure");
    assert_eq!((error.kind(), error.attempts()), (Kind::Quota, 1));
}

#[tokio::test]
async fn waits_as_long_as_it_is_told_and_no_longer_than_its_limit() {
    for (name, value) in
        [("retry-after-ms", "1"), ("retry-after", "0.001"), ("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")]
    {
        let server = Server::start([failing(429).header(name, value), hello()]).await;
        // Its own backoff is longer than the test: the header counts.
        let model = model(&server).backoff(Duration::from_hours(1));
        assert_eq!(ask(&model).await.expect("a reply").retries, 1, "{name}: {value}");
    }
    let server = Server::start([failing(429).header("retry-after", "121"), hello()]).await;
    let error = ask(&model(&server)).await.expect_err("a failure");
    assert_eq!((error.attempts(), error.retry_after()), (1, Some(Duration::from_secs(121))));
    let server = Server::start([failing(429).header("retry-after", "2"), hello()]).await;
    let error = ask(&model(&server).max_retry_after(Duration::from_secs(1))).await.expect_err("a failure");
    assert_eq!(error.retry_after(), Some(Duration::from_secs(2)));
    assert!(error.to_string().contains("2s"), "{error}");
}

#[tokio::test]
async fn a_delay_that_is_no_delay_is_passed_over() {
    for value in ["soon", "-1", "NaN", "1e400"] {
        let server = Server::start([failing(503).header("retry-after", value), hello()]).await;
        assert_eq!(ask(&model(&server)).await.expect("a reply").retries, 1, "{value}");
    }
}

#[tokio::test]
async fn request_ids_are_kept() {
    for name in ["x-request-id", "request-id", "apim-request-id"] {
        let server = Server::start([hello().header(name, "req_7"), failing(400).header(name, "req_8")]).await;
        let model = model(&server);
        assert_eq!(ask(&model).await.expect("a reply").request_id.as_deref(), Some("req_7"));
        assert_eq!(ask(&model).await.expect_err("a failure").request_id(), Some("req_8"));
    }
}

#[tokio::test]
async fn secrets_never_show() {
    let key = "sk-very-secret";
    let echo = json!({"error": {"message": format!("bad key {key}"), "code": key}});
    let server = Server::start([Answer::error(401, echo), Answer::error(200, format!("<p>{key}"))]).await;
    let dialect = Dialect::compatible("test", "");
    let model = OpenAiChat::new("m")
        .dialect(dialect)
        .base_url(server.url() + "/?api-version=1&key=query-secret")
        .api_key(key)
        .header("x-extra", "header-secret")
        .no_proxy();
    for _ in 0..2 {
        let error = ask(&model).await.expect_err("a failure");
        let shown = format!("{error} {error:?} {model:?}");
        for secret in [key, "query-secret", "header-secret"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
    let request = &server.requests()[0];
    assert_eq!(request.path, "/chat/completions?api-version=1&key=query-secret");
    assert_eq!(request.header("authorization"), Some("Bearer sk-very-secret"));
    assert_eq!(request.header("x-extra"), Some("header-secret"));
    // Nobody listens there.
    let gone = model.base_url("http://127.0.0.1:1/?key=query-secret").max_retries(0);
    let error = ask(&gone).await.expect_err("a failure");
    assert_eq!(error.kind(), Kind::Connection, "{error}");
    assert!(!format!("{error} {error:?}").contains("query-secret"), "{error:?}");
}

#[tokio::test]
async fn options_are_checked_before_anything_is_sent() {
    let compatible = || OpenAiChat::new("m").dialect(Dialect::compatible("test", ""));
    for (model, word) in [
        (compatible(), "base_url"),
        (compatible().base_url("localhost:8080"), "http"),
        (compatible().base_url("ftp://example.com"), "http"),
        (compatible().base_url("http://user:hunter2@example.com"), "user name"),
        (compatible().base_url("http://example.com/#hunter2"), "fragment"),
        (compatible().base_url("http://["), "not a URL"),
        (compatible().base_url("http://example.com").header("bad name", "x"), "bad name"),
        (compatible().base_url("http://example.com").api_key("hunter2\n"), "API key"),
        (
            compatible().base_url("http://example.com").client(reqwest::Client::new()).no_proxy(),
            "does not go with",
        ),
    ] {
        let error = model.check(&request()).expect_err("a problem");
        assert_eq!((error.kind(), error.attempts()), (Kind::Configuration, 0), "{error}");
        assert!(error.to_string().contains(word), "{error}");
        assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
        assert_eq!(ask(&model).await.expect_err("a problem").kind(), Kind::Configuration);
    }
    let error = OpenAiChat::new("gpt-4.1").check(&request()).expect_err("no key");
    assert_eq!(error.kind(), Kind::Authentication);
    assert!(error.to_string().contains("OPENAI_API_KEY"), "{error}");
}

#[tokio::test]
async fn plain_json_is_taken_where_a_stream_was_asked_for() {
    use futures_util::StreamExt;
    let server = Server::start([hello(), hello().header("content-type", "text/plain")]).await;
    let mut stream = model(&server).stream(&request()).await.expect("a reply");
    let Some(Ok(agentkit::model::Delta::Done(response))) = stream.next().await else { panic!("no reply") };
    assert_eq!(response.message.text(), "Hi.");
    assert!(stream.next().await.is_none());
}

#[tokio::test]
async fn own_clients_share_connections() {
    let server = Server::start_fn(|_, _| hello()).await;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let dialect = Dialect::compatible("test", "");
    let model = OpenAiChat::new("m").dialect(dialect).base_url(server.url()).client(client);
    for _ in 0..3 {
        ask(&model).await.expect("a reply");
    }
    assert_eq!(server.connections(), 1);
}
