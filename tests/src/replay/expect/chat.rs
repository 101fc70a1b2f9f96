use agentkit::model::FinishReason;
use serde_json::{Value, json};

use super::{Call, Expected, Recorded, count, list, text};

/// The error in a body, unless it is one of the ways to say that there is none.
fn error(body: &Value) -> Option<String> {
    let error = &body["error"];
    match error {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Object(members) if !members.is_empty() => Some(text(&error["message"]).to_owned()),
        _ => None,
    }
}

/// Content is text, or parts some of which are text.
fn content(content: &Value) -> String {
    match content {
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect(),
        content => text(content).to_owned(),
    }
}

pub(super) fn plain(body: &Value) -> Recorded {
    let choice = &body["choices"][0];
    if choice.is_null() {
        return error(body).map_or(Recorded::Foreign, Recorded::Failure);
    }
    let message = &choice["message"];
    let calls = list(&message["tool_calls"]).iter().map(|call| {
        let function = &call["function"];
        match &function["arguments"] {
            Value::String(json) => Call::of_text(call["id"].as_str(), text(&function["name"]), json),
            other => Call::of_value(
                call["id"].as_str(),
                text(&function["name"]),
                Some(other).filter(|other| !other.is_null()),
            ),
        }
    });
    let calls: Vec<_> = calls.collect();
    let refused = message["refusal"].as_str().is_some_and(|refusal| !refusal.is_empty());
    let content = content(&message["content"]);
    Recorded::Reply(Expected {
        finish: match text(&choice["finish_reason"]) {
            "length" => FinishReason::Length,
            "model_length" => FinishReason::ContextWindow,
            "content_filter" => FinishReason::ContentFilter,
            _ if !calls.is_empty() => FinishReason::ToolCalls,
            _ if refused => FinishReason::Refusal,
            "tool_calls" | "function_call" if content.trim().is_empty() => FinishReason::MalformedToolCall,
            "" | "stop" | "eos" | "tool_calls" | "function_call" => FinishReason::Stop,
            other => FinishReason::Other(other.to_owned()),
        },
        usage: body["usage"].is_object().then(|| {
            let usage = &body["usage"];
            [
                count(&usage["prompt_tokens"]),
                count(&usage["prompt_tokens_details"]["cached_tokens"]),
                count(&usage["prompt_tokens_details"]["cache_write_tokens"]),
                count(&usage["completion_tokens"]),
                count(&usage["completion_tokens_details"]["reasoning_tokens"]),
            ]
        }),
        text: content,
        calls,
    })
}

/// Builds the plain reply that the chunks stand for.
pub(super) fn stream(chunks: &[Value], done: bool) -> Recorded {
    let (mut said, mut refusal) = (String::new(), String::new());
    let mut calls: Vec<(Value, Value)> = Vec::new();
    let (mut finish, mut usage) = (Value::Null, Value::Null);
    for chunk in chunks {
        if let Some(message) = error(chunk) {
            return Recorded::Failure(message);
        }
        if chunk["usage"].is_object() {
            usage = chunk["usage"].clone();
        }
        let choice = &chunk["choices"][0];
        said.push_str(&content(&choice["delta"]["content"]));
        refusal.push_str(text(&choice["delta"]["refusal"]));
        for call in list(&choice["delta"]["tool_calls"]) {
            fragment(&mut calls, call);
        }
        if choice["finish_reason"].as_str().is_some_and(|reason| !reason.is_empty()) {
            finish = choice["finish_reason"].clone();
        }
    }
    if finish.is_null() && !done {
        return Recorded::Cut;
    }
    let calls: Vec<_> = calls.into_iter().map(|(_, call)| call).collect();
    plain(&json!({
        "choices": [{
            "message": {"content": said, "refusal": refusal, "tool_calls": calls},
            "finish_reason": finish,
        }],
        "usage": usage,
    }))
}

/// A fragment belongs to the last call of its index, unless it brings another id; without an index, to the last
/// call, unless it brings another id.
fn fragment(calls: &mut Vec<(Value, Value)>, piece: &Value) {
    let (index, id) = (&piece["index"], text(&piece["id"]));
    let of_index = calls.iter().rposition(|(known, _)| index.is_null() || known == index);
    let found = of_index.filter(|at| {
        let known = text(&calls[*at].1["id"]);
        id.is_empty() || known.is_empty() || known == id
    });
    let at = found.unwrap_or_else(|| {
        calls.push((index.clone(), json!({"id": "", "function": {"name": "", "arguments": ""}})));
        calls.len() - 1
    });
    let call = &mut calls[at].1;
    if !id.is_empty() {
        call["id"] = id.into();
    }
    let function = &piece["function"];
    if text(&call["function"]["name"]).is_empty() {
        call["function"]["name"] = text(&function["name"]).into();
    }
    let more = match &function["arguments"] {
        object @ Value::Object(_) => object.to_string(),
        more => text(more).to_owned(),
    };
    call["function"]["arguments"] = format!("{}{more}", text(&call["function"]["arguments"])).into();
}
