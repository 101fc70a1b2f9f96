use std::collections::BTreeMap;

use agentkit::model::FinishReason;
use serde_json::Value;

use super::{Call, Expected, Recorded, count, list, text};

pub(super) fn plain(response: &Value) -> Recorded {
    if !response["error"].is_null() {
        return Recorded::Failure(text(&response["error"]["message"]).to_owned());
    }
    if !response["output"].is_array() {
        return Recorded::Foreign;
    }
    let items = list(&response["output"]);
    let calls = items
        .iter()
        .filter(|item| item["type"] == "function_call")
        .map(|item| Call::of_text(item["call_id"].as_str(), text(&item["name"]), text(&item["arguments"])));
    let calls: Vec<_> = calls.collect();
    let answers = items.iter().filter(|item| item["type"] == "message" && item["phase"] != "commentary");
    let pieces: Vec<_> = answers.flat_map(|item| list(&item["content"])).collect();
    let refused = pieces.iter().any(|piece| piece["type"] == "refusal");
    Recorded::Reply(Expected {
        finish: match (text(&response["status"]), text(&response["incomplete_details"]["reason"])) {
            ("completed", _) if !calls.is_empty() => FinishReason::ToolCalls,
            ("completed", _) if refused => FinishReason::Refusal,
            ("completed", _) => FinishReason::Stop,
            ("incomplete", "max_output_tokens") => FinishReason::Length,
            ("incomplete", "content_filter") => FinishReason::ContentFilter,
            ("incomplete", other) => FinishReason::Other(other.to_owned()),
            _ => return Recorded::Cut,
        },
        usage: response["usage"].is_object().then(|| {
            let usage = &response["usage"];
            [
                count(&usage["input_tokens"]),
                count(&usage["input_tokens_details"]["cached_tokens"]),
                count(&usage["input_tokens_details"]["cache_write_tokens"]),
                count(&usage["output_tokens"]),
                count(&usage["output_tokens_details"]["reasoning_tokens"]),
            ]
        }),
        text: pieces.iter().map(|piece| text(&piece["text"])).collect(),
        calls,
    })
}

/// The last event has the whole response; its items are in events of their own as well.
pub(super) fn stream(events: &[Value]) -> Recorded {
    let mut items = BTreeMap::new();
    for event in events {
        match text(&event["type"]) {
            "response.output_item.done" => {
                items.insert(count(&event["output_index"]), event["item"].clone());
            }
            "error" => {
                let error = if event["error"].is_object() { &event["error"] } else { event };
                return Recorded::Failure(text(&error["message"]).to_owned());
            }
            "response.completed" | "response.incomplete" | "response.failed" => {
                let mut response = event["response"].clone();
                if items.len() > list(&response["output"]).len() {
                    response["output"] = items.into_values().collect();
                }
                return plain(&response);
            }
            _ => {}
        }
    }
    Recorded::Cut
}
