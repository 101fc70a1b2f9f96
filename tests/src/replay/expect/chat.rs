use std::collections::BTreeMap;

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

pub(super) fn plain(body: &Value) -> Recorded {
    let choice = &body["choices"][0];
    if choice.is_null() {
        return error(body).map_or(Recorded::Foreign, Recorded::Failure);
    }
    let message = &choice["message"];
    let calls = list(&message["tool_calls"]).iter().map(|call| {
        let function = &call["function"];
        match &function["arguments"] {
            Value::String(text) => Call::of_text(call["id"].as_str(), super::text(&function["name"]), text),
            other => Call::of_value(
                call["id"].as_str(),
                super::text(&function["name"]),
                Some(other).filter(|other| !other.is_null()),
            ),
        }
    });
    let calls: Vec<_> = calls.collect();
    let refused = message["refusal"].as_str().is_some_and(|refusal| !refusal.is_empty());
    Recorded::Reply(Expected {
        finish: match text(&choice["finish_reason"]) {
            "length" | "model_length" => FinishReason::Length,
            "content_filter" => FinishReason::ContentFilter,
            _ if !calls.is_empty() => FinishReason::ToolCalls,
            _ if refused => FinishReason::Refusal,
            "stop" => FinishReason::Stop,
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
        text: match &message["content"] {
            Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect(),
            content => text(content).to_owned(),
        },
        calls,
    })
}

/// Builds the plain reply that the chunks stand for.
pub(super) fn stream(chunks: &[Value], done: bool) -> Recorded {
    let (mut content, mut refusal) = (String::new(), String::new());
    let mut calls: BTreeMap<u64, Value> = BTreeMap::new();
    let (mut finish, mut usage) = (Value::Null, Value::Null);
    for chunk in chunks {
        if let Some(message) = error(chunk) {
            return Recorded::Failure(message);
        }
        if chunk["usage"].is_object() {
            usage = chunk["usage"].clone();
        }
        let choice = &chunk["choices"][0];
        content.push_str(text(&choice["delta"]["content"]));
        refusal.push_str(text(&choice["delta"]["refusal"]));
        for call in list(&choice["delta"]["tool_calls"]) {
            let entry = calls.entry(count(&call["index"])).or_insert_with(|| json!({"function": {}}));
            if let Some(id) = call["id"].as_str().filter(|id| !id.is_empty()) {
                entry["id"] = id.into();
            }
            let function = &call["function"];
            if let Some(name) = function["name"].as_str().filter(|name| !name.is_empty()) {
                entry["function"]["name"] = name.into();
            }
            let sum = format!("{}{}", text(&entry["function"]["arguments"]), text(&function["arguments"]));
            entry["function"]["arguments"] = sum.into();
        }
        if choice["finish_reason"].as_str().is_some_and(|reason| !reason.is_empty()) {
            finish = choice["finish_reason"].clone();
        }
    }
    if finish.is_null() && !done {
        return Recorded::Cut;
    }
    let calls: Vec<_> = calls.into_values().collect();
    plain(&json!({
        "choices": [{
            "message": {"content": content, "refusal": refusal, "tool_calls": calls},
            "finish_reason": finish,
        }],
        "usage": usage,
    }))
}
