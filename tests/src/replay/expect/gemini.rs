use agentkit::model::FinishReason;
use serde_json::Value;

use super::{Call, Expected, Recorded, count, list, text};

/// A plain reply is one chunk.
pub(super) fn chunks(chunks: &[Value], streamed: bool) -> Recorded {
    let mut expected =
        Expected { finish: FinishReason::Stop, usage: None, text: String::new(), calls: Vec::new() };
    let mut finish = None;
    let mut blocked = false;
    for chunk in chunks {
        let chunk = chunk.get(0).unwrap_or(chunk);
        if !chunk["error"].is_null() {
            return Recorded::Failure(text(&chunk["error"]["message"]).to_owned());
        }
        let usage = &chunk["usageMetadata"];
        if usage.is_object() {
            let thoughts = count(&usage["thoughtsTokenCount"]);
            expected.usage = Some([
                count(&usage["promptTokenCount"]) + count(&usage["toolUsePromptTokenCount"]),
                count(&usage["cachedContentTokenCount"]),
                0,
                count(&usage["candidatesTokenCount"]) + thoughts,
                thoughts,
            ]);
        }
        blocked |= chunk["promptFeedback"]["blockReason"].is_string();
        let candidate = &chunk["candidates"][0];
        for part in list(&candidate["content"]["parts"]) {
            let call = &part["functionCall"];
            if call.is_object() {
                let call = Call::of_value(call["id"].as_str(), text(&call["name"]), call.get("args"));
                expected.calls.push(call);
            } else if part["thought"] != true {
                expected.text.push_str(text(&part["text"]));
            }
        }
        finish = candidate["finishReason"].as_str().or(finish);
    }
    expected.finish = match finish {
        Some("STOP") if !expected.calls.is_empty() => FinishReason::ToolCalls,
        Some("STOP") => FinishReason::Stop,
        Some("MAX_TOKENS") => FinishReason::Length,
        Some(
            "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "MALFORMED_RESPONSE" | "TOO_MANY_TOOL_CALLS",
        ) => FinishReason::MalformedToolCall,
        Some(
            other @ ("OTHER"
            | "FINISH_REASON_UNSPECIFIED"
            | "CONTINUATION"
            | "PUP_LIMITED_DISABLED"
            | "MISSING_THOUGHT_SIGNATURE"),
        ) => FinishReason::Other(other.to_owned()),
        Some(_) => FinishReason::ContentFilter,
        None if blocked => FinishReason::ContentFilter,
        None if streamed => return Recorded::Cut,
        None if chunks.iter().all(|chunk| list(&chunk["candidates"]).is_empty()) => return Recorded::Foreign,
        None => FinishReason::Other("no finishReason".to_owned()),
    };
    Recorded::Reply(expected)
}
