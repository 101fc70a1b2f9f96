//! Replies as `OpenAI` writes them, field for field.

use std::fmt::Write as _;

use kit::job;

/// The members that all parts of a reply begin with.
const HEAD: &str = r#""created":1760000000,"model":"gpt-4o-mini-2024-07-18","service_tier":"default","system_fingerprint":"fp_0123456789""#;
const USAGE: &str = r#"{"prompt_tokens":180,"completion_tokens":20,"total_tokens":200,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}"#;
/// How many characters of arguments or text an event carries.
const FRAGMENT: usize = 4;

/// What the model says.
#[derive(Clone, Copy)]
pub(crate) enum Message {
    /// The call of the turn of this index.
    Call(usize),
    /// The answer.
    Answer,
}

/// A reply in one piece.
pub(crate) fn plain(message: Message) -> Vec<u8> {
    let (message, finish) = match message {
        Message::Call(turn) => {
            let arguments = arguments(turn).replace('"', r#"\""#);
            let call = format!(
                r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"{}","type":"function","function":{{"name":"{}","arguments":"{arguments}"}}}}],"refusal":null,"annotations":[]}}"#,
                id(turn),
                job::TOOL,
            );
            (call, "tool_calls")
        }
        Message::Answer => {
            let answer = job::ANSWER;
            (
                format!(r#"{{"role":"assistant","content":"{answer}","refusal":null,"annotations":[]}}"#),
                "stop",
            )
        }
    };
    let body = format!(
        r#"{{"id":"chatcmpl-0123456789","object":"chat.completion",{HEAD},"choices":[{{"index":0,"message":{message},"logprobs":null,"finish_reason":"{finish}"}}],"usage":{USAGE}}}"#
    );
    response("200 OK", "application/json", &body)
}

/// A reply as server-sent events, each in an HTTP chunk of its own, all sent at once, so that the work of
/// reading it does not depend on timing.
pub(crate) fn stream(message: Message, usage: bool) -> Vec<u8> {
    let mut out = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n".to_owned();
    let finish = match message {
        Message::Call(turn) => {
            let call = format!(
                r#"{{"role":"assistant","content":null,"tool_calls":[{{"index":0,"id":"{}","type":"function","function":{{"name":"{}","arguments":""}}}}],"refusal":null}}"#,
                id(turn),
                job::TOOL,
            );
            delta(&mut out, &call, "null", usage);
            for fragment in fragments(&arguments(turn)) {
                let fragment = fragment.replace('"', r#"\""#);
                let call =
                    format!(r#"{{"tool_calls":[{{"index":0,"function":{{"arguments":"{fragment}"}}}}]}}"#);
                delta(&mut out, &call, "null", usage);
            }
            r#""tool_calls""#
        }
        Message::Answer => {
            delta(&mut out, r#"{"role":"assistant","content":"","refusal":null}"#, "null", usage);
            for fragment in fragments(job::ANSWER) {
                delta(&mut out, &format!(r#"{{"content":"{fragment}"}}"#), "null", usage);
            }
            r#""stop""#
        }
    };
    delta(&mut out, "{}", finish, usage);
    if usage {
        chunk(&mut out, &format!(r#""choices":[],"usage":{USAGE}"#));
    }
    event(&mut out, "[DONE]");
    out.push_str("0\r\n\r\n");
    out.into_bytes()
}

fn delta(out: &mut String, delta: &str, finish: &str, usage: bool) {
    let usage = if usage { r#","usage":null"# } else { "" };
    let choice = format!(r#"{{"index":0,"delta":{delta},"logprobs":null,"finish_reason":{finish}}}"#);
    chunk(out, &format!(r#""choices":[{choice}]{usage}"#));
}

fn chunk(out: &mut String, rest: &str) {
    event(out, &format!(r#"{{"id":"chatcmpl-0123456789","object":"chat.completion.chunk",{HEAD},{rest}}}"#));
}

fn event(out: &mut String, data: &str) {
    let len = "data: \n\n".len() + data.len();
    let _ = write!(out, "{len:x}\r\ndata: {data}\n\n\r\n");
}

/// All texts of the job are ASCII, so that any cut is between characters.
fn fragments(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len()).step_by(FRAGMENT).map(|start| &text[start..text.len().min(start + FRAGMENT)])
}

fn id(turn: usize) -> String {
    format!("call_{turn:024}")
}

fn arguments(turn: usize) -> String {
    format!(r#"{{"city":"Paris","day":{turn}}}"#)
}

/// A success in plain text.
pub(crate) fn text(body: &str) -> Vec<u8> {
    response("200 OK", "text/plain", body)
}

/// A failure, in `OpenAI`'s form.
pub(crate) fn error(status: u16, why: &str) -> Vec<u8> {
    let body = format!(
        r#"{{"error":{{"message":"{why}","type":"invalid_request_error","param":null,"code":null}}}}"#
    );
    response(&format!("{status} Refused"), "application/json", &body)
}

fn response(status: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}")
        .into_bytes()
}
