use std::collections::BTreeMap;

use agentkit::model::FinishReason;
use serde_json::{Value, json};

use super::{Call, Expected, Recorded, count, list, text};

pub(super) fn plain(message: &Value) -> Recorded {
    if !message["error"].is_null() {
        return Recorded::Failure(text(&message["error"]["message"]).to_owned());
    }
    if ["content", "stop_reason", "usage"].iter().all(|member| message[*member].is_null()) {
        return Recorded::Foreign;
    }
    let blocks = list(&message["content"]);
    let of = |kind: &'static str| blocks.iter().filter(move |block| block["type"] == kind);
    let calls = of("tool_use")
        .map(|block| Call::of_value(block["id"].as_str(), text(&block["name"]), block.get("input")));
    let calls: Vec<_> = calls.collect();
    Recorded::Reply(Expected {
        finish: match text(&message["stop_reason"]) {
            "tool_use" => FinishReason::ToolCalls,
            "end_turn" | "stop_sequence" if !calls.is_empty() => FinishReason::ToolCalls,
            "end_turn" | "stop_sequence" => FinishReason::Stop,
            "max_tokens" => FinishReason::Length,
            "refusal" => FinishReason::Refusal,
            "pause_turn" => FinishReason::Pause,
            "model_context_window_exceeded" => FinishReason::ContextWindow,
            "" => FinishReason::Other("no stop_reason".to_owned()),
            other => FinishReason::Other(other.to_owned()),
        },
        usage: message["usage"].is_object().then(|| {
            let usage = &message["usage"];
            let (read, written) =
                (count(&usage["cache_read_input_tokens"]), count(&usage["cache_creation_input_tokens"]));
            [
                count(&usage["input_tokens"]) + read + written,
                read,
                written,
                count(&usage["output_tokens"]),
                count(&usage["output_tokens_details"]["thinking_tokens"]),
            ]
        }),
        text: of("text").map(|block| text(&block["text"])).collect(),
        calls,
    })
}

/// Builds the plain message that the events stand for.
pub(super) fn stream(events: &[Value]) -> Recorded {
    let mut message = Value::Null;
    let mut blocks: BTreeMap<u64, Value> = BTreeMap::new();
    let mut inputs: BTreeMap<u64, String> = BTreeMap::new();
    let mut ended = false;
    for event in events {
        let index = count(&event["index"]);
        let delta = &event["delta"];
        match text(&event["type"]) {
            "error" => return Recorded::Failure(text(&event["error"]["message"]).to_owned()),
            "message_start" => message = event["message"].clone(),
            "content_block_start" => {
                blocks.insert(index, event["content_block"].clone());
            }
            "content_block_delta" => {
                if let Some(more) = delta["partial_json"].as_str() {
                    inputs.entry(index).or_default().push_str(more);
                }
                if let (Some(more), Some(block)) = (delta["text"].as_str(), blocks.get_mut(&index)) {
                    block["text"] = format!("{}{more}", text(&block["text"])).into();
                }
            }
            "message_delta" => {
                message["stop_reason"] = delta["stop_reason"].clone();
                if let Some(usage) = event["usage"].as_object() {
                    for (name, value) in usage.iter().filter(|(_, value)| !value.is_null()) {
                        message["usage"][name] = value.clone();
                    }
                }
            }
            "message_stop" => ended = true,
            _ => {}
        }
    }
    if !ended {
        return Recorded::Cut;
    }
    for (index, input) in inputs.into_iter().filter(|(_, input)| !input.is_empty()) {
        if let Some(block) = blocks.get_mut(&index) {
            block["input"] = serde_json::from_str(&input).unwrap_or_else(|_| json!(input));
        }
    }
    message["content"] = blocks.into_values().collect();
    plain(&message)
}
