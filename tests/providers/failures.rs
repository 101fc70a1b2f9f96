//! Errors as the providers write them, each with its kind and code.

use std::time::Duration;

use agentkit::provider::ProviderErrorKind as Kind;
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, GeminiWire, OpenAiResponsesWire};
use agentkit_tests::replay::feed;
use serde_json::{Value, json};

#[track_caller]
fn is(wire: &dyn Wire, status: u16, body: &Value, kind: Kind, code: &str) {
    let error = wire.decode_error(status, body.to_string().as_bytes());
    assert_eq!(error.kind(), kind, "{error}");
    assert_eq!(error.code().unwrap_or_default(), code, "{error}");
    assert!(!error.message().is_empty());
}

#[test]
fn anthropic() {
    let wire = AnthropicWire::new("claude-opus-4-8");
    let body = |kind: &str, message: &str| json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"});
    for (status, code, message, kind) in [
        (400, "invalid_request_error", "max_tokens: wrong", Kind::InvalidRequest),
        (400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum", Kind::ContextWindow),
        (400, "invalid_request_error", "Your credit balance is too low to access", Kind::Quota),
        (401, "authentication_error", "invalid x-api-key", Kind::Authentication),
        (402, "billing_error", "pay", Kind::Quota),
        (403, "permission_error", "no", Kind::Authentication),
        (404, "not_found_error", "model: x", Kind::NotFound),
        (413, "request_too_large", "too large", Kind::InvalidRequest),
        (429, "rate_limit_error", "slow down", Kind::RateLimited),
        (500, "api_error", "oops", Kind::Server),
        (504, "timeout_error", "late", Kind::Server),
        (529, "overloaded_error", "Overloaded", Kind::Server),
        (418, "brand_new_error", "tea", Kind::InvalidRequest),
    ] {
        is(&wire, status, &body(code, message), kind, code);
        let error = wire.decode_error(status, body(code, message).to_string().as_bytes());
        assert_eq!(error.request_id(), Some("req_1"));
        // The same in a success, and in a stream.
        if code != "brand_new_error" {
            let error = wire.decode(body(code, message).to_string().as_bytes()).expect_err("an error");
            assert_eq!(error.kind(), kind, "{error}");
            let stream = format!("event: error\ndata: {}\n\n", body(code, message));
            assert_eq!(feed(&wire, [stream.as_bytes()]).outcome.expect_err("an error").kind(), kind);
        }
    }
    let mut spent = body("rate_limit_error", "Limit reached.");
    spent["error"]["details"] = json!({"error_code": "enforced_spend_limit_reached"});
    is(&wire, 429, &spent, Kind::Quota, "enforced_spend_limit_reached");
    is(&wire, 500, &json!({"error": "down"}), Kind::Server, "");
}

#[test]
fn gemini() {
    let wire = GeminiWire::new("gemini-2.5-flash");
    let body = |code: u16, status: &str, message: &str, details: Value| json!({"error": {"code": code, "status": status, "message": message, "details": details}});
    let key = json!([{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}]);
    let bad_key = body(400, "INVALID_ARGUMENT", "API key not valid.", key);
    is(&wire, 400, &bad_key, Kind::Authentication, "API_KEY_INVALID");
    for (code, status, message, kind) in [
        (400, "INVALID_ARGUMENT", "Bad schema.", Kind::InvalidRequest),
        (
            400,
            "INVALID_ARGUMENT",
            "The input token count (9) exceeds the maximum number of tokens allowed (8).",
            Kind::ContextWindow,
        ),
        (403, "PERMISSION_DENIED", "No.", Kind::Authentication),
        (404, "NOT_FOUND", "models/x is not found", Kind::NotFound),
        (429, "RESOURCE_EXHAUSTED", "Please retry in 46s.", Kind::RateLimited),
        (429, "RESOURCE_EXHAUSTED", "Quota exceeded for metric: x, limit: 0", Kind::Quota),
        (500, "INTERNAL", "Oops.", Kind::Server),
        (503, "UNAVAILABLE", "The model is overloaded.", Kind::Server),
        (504, "DEADLINE_EXCEEDED", "Late.", Kind::Server),
    ] {
        let body = body(code, status, message, json!([]));
        is(&wire, code, &body, kind, status);
        is(&wire, code, &json!([body]), kind, status);
        for data in [body.to_string(), json!([body]).to_string()] {
            let stream = format!("data: {data}\r\n\r\n");
            assert_eq!(
                feed(&wire, [stream.as_bytes()]).outcome.expect_err("an error").kind(),
                kind,
                "{data}"
            );
        }
    }
    let details = |delay: &str, id: &str| {
        json!([
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": id}]},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay},
        ])
    };
    let limited = body(429, "RESOURCE_EXHAUSTED", "Wait.", details("46.5s", "GenerateRequestsPerMinute"));
    let error = wire.decode_error(429, limited.to_string().as_bytes());
    assert_eq!((error.kind(), error.retry_after()), (Kind::RateLimited, Some(Duration::from_millis(46_500))));
    let daily = body(429, "RESOURCE_EXHAUSTED", "Wait.", details("30s", "GenerateRequestsPerDayPerProject"));
    is(&wire, 429, &daily, Kind::Quota, "RESOURCE_EXHAUSTED");
    let long = body(429, "RESOURCE_EXHAUSTED", "Wait.", details("36000s", ""));
    is(&wire, 429, &long, Kind::Quota, "RESOURCE_EXHAUSTED");
}

#[test]
fn openai_responses() {
    let wire = OpenAiResponsesWire::new("gpt-5.6");
    let body = |kind: &str, code: Value| json!({"error": {"message": "Why.", "type": kind, "param": null, "code": code}});
    for (status, class, code, kind) in [
        (400, "invalid_request_error", "context_length_exceeded", Kind::ContextWindow),
        (400, "invalid_request_error", "invalid_prompt", Kind::ContentFilter),
        (400, "invalid_request_error", "model_not_found", Kind::NotFound),
        (400, "invalid_request_error", "unsupported_parameter", Kind::InvalidRequest),
        (401, "invalid_request_error", "invalid_api_key", Kind::Authentication),
        (429, "insufficient_quota", "insufficient_quota", Kind::Quota),
        (429, "billing", "organization_spend_limit_exceeded", Kind::Quota),
        (429, "tokens", "rate_limit_exceeded", Kind::RateLimited),
        (503, "server_error", "server_is_overloaded", Kind::Server),
    ] {
        is(&wire, status, &body(class, code.into()), kind, code);
    }
    is(
        &wire,
        400,
        &body("invalid_request_error", Value::Null),
        Kind::InvalidRequest,
        "invalid_request_error",
    );

    // A failure in a success, with what it cost.
    let failed = json!({
        "status": "failed", "output": [], "usage": {"input_tokens": 3, "output_tokens": 0},
        "error": {"code": "rate_limit_exceeded", "message": "Slow down."},
    });
    let event = json!({"type": "response.failed", "response": failed});
    let stream = format!("event: response.failed\ndata: {event}\n\n");
    let streamed = feed(&wire, [stream.as_bytes()]).outcome.expect_err("a failure");
    for error in [wire.decode(failed.to_string().as_bytes()).expect_err("a failure"), streamed] {
        assert_eq!((error.kind(), error.code()), (Kind::RateLimited, Some("rate_limit_exceeded")));
        assert_eq!(error.usage().map(|usage| usage.input_tokens), Some(3));
    }
    let event = json!({"type": "error", "code": "server_error", "message": "Oops.", "param": null});
    let stream = format!("event: error\ndata: {event}\n\n");
    let error = feed(&wire, [stream.as_bytes()]).outcome.expect_err("an error");
    assert_eq!((error.kind(), error.message()), (Kind::Server, "Oops."));
    let error = wire.decode(br#"{"status": "in_progress", "output": []}"#).expect_err("not done");
    assert_eq!(error.kind(), Kind::Incomplete);
}

/// A page of a proxy, or nothing at all, is told apart by its status and quoted in short.
#[test]
fn foreign_bodies() {
    let wires: [Box<dyn Wire>; 3] = [
        Box::new(AnthropicWire::new("m")),
        Box::new(GeminiWire::new("m")),
        Box::new(OpenAiResponsesWire::new("m")),
    ];
    for wire in wires {
        let page = format!("<html>\n  <h1>502 Bad Gateway</h1>{}</html>", "x".repeat(5_000));
        let error = wire.decode_error(502, page.as_bytes());
        assert_eq!(error.kind(), Kind::Server);
        assert!(error.message().contains("<h1>502 Bad Gateway</h1>"), "{error}");
        assert!(error.message().len() < 400, "{error}");
        assert_eq!(wire.decode_error(429, b"").kind(), Kind::RateLimited);
        assert_eq!(wire.decode_error(408, &[0xff, 0xfe]).kind(), Kind::Timeout);
        for body in [&b"<html>"[..], b"", b"{}", b"[]", b"null", b"\"text\"", b"{\"choices\": []}"] {
            assert_eq!(wire.decode(body).expect_err("no reply").kind(), Kind::Protocol, "{body:?}");
        }
    }
}
