//! Good replies, and errors in each provider's own shape.

use serde_json::{Value, json};

use crate::subject::Subject;

impl Subject {
    /// A whole reply that says `Hello.`
    pub(crate) fn reply(self) -> String {
        let body = match self {
            Self::Chat => json!({
                "choices": [{ "message": { "role": "assistant", "content": "Hello." }, "finish_reason": "stop" }],
                "usage": { "prompt_tokens": 3, "completion_tokens": 2 },
            }),
            Self::Responses => json!({
                "id": "resp_1", "object": "response", "status": "completed",
                "output": [{ "id": "msg_1", "type": "message", "role": "assistant", "status": "completed",
                    "content": [{ "type": "output_text", "text": "Hello.", "annotations": [] }] }],
                "usage": { "input_tokens": 3, "output_tokens": 2 },
            }),
            Self::Anthropic => json!({
                "id": "msg_1", "type": "message", "role": "assistant",
                "content": [{ "type": "text", "text": "Hello." }], "stop_reason": "end_turn",
                "usage": { "input_tokens": 3, "output_tokens": 2 },
            }),
            Self::Gemini => json!({
                "candidates": [{ "content": { "role": "model", "parts": [{ "text": "Hello." }] }, "finishReason": "STOP" }],
                "usageMetadata": { "promptTokenCount": 3, "candidatesTokenCount": 2 },
            }),
        };
        body.to_string()
    }

    /// The same as a stream.
    pub(crate) fn events(self) -> String {
        let events: Vec<(&str, Value)> = match self {
            Self::Chat => vec![
                (
                    "",
                    json!({ "choices": [{ "index": 0, "delta": { "role": "assistant", "content": "Hel" } }] }),
                ),
                ("", json!({ "choices": [{ "index": 0, "delta": { "content": "lo." } }] })),
                ("", json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] })),
            ],
            Self::Responses => vec![
                (
                    "response.output_item.added",
                    json!({ "type": "response.output_item.added", "output_index": 0,
                    "item": { "id": "msg_1", "type": "message", "role": "assistant", "content": [] } }),
                ),
                (
                    "response.output_text.delta",
                    json!({ "type": "response.output_text.delta", "item_id": "msg_1",
                    "output_index": 0, "content_index": 0, "delta": "Hel" }),
                ),
                (
                    "response.output_text.delta",
                    json!({ "type": "response.output_text.delta", "item_id": "msg_1",
                    "output_index": 0, "content_index": 0, "delta": "lo." }),
                ),
                (
                    "response.completed",
                    json!({ "type": "response.completed",
                    "response": serde_json::from_str::<Value>(&self.reply()).unwrap() }),
                ),
            ],
            Self::Anthropic => vec![
                (
                    "message_start",
                    json!({ "type": "message_start", "message": { "id": "msg_1", "type": "message",
                    "role": "assistant", "content": [], "usage": { "input_tokens": 3, "output_tokens": 0 } } }),
                ),
                (
                    "content_block_start",
                    json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
                ),
                (
                    "content_block_delta",
                    json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "Hel" } }),
                ),
                (
                    "content_block_delta",
                    json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "lo." } }),
                ),
                ("content_block_stop", json!({ "type": "content_block_stop", "index": 0 })),
                (
                    "message_delta",
                    json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 2 } }),
                ),
                ("message_stop", json!({ "type": "message_stop" })),
            ],
            Self::Gemini => vec![
                (
                    "",
                    json!({ "candidates": [{ "content": { "role": "model", "parts": [{ "text": "Hel" }] } }] }),
                ),
                (
                    "",
                    json!({ "candidates": [{ "content": { "role": "model", "parts": [{ "text": "lo." }] }, "finishReason": "STOP" }],
                    "usageMetadata": { "promptTokenCount": 3, "candidatesTokenCount": 2 } }),
                ),
            ],
        };
        let mut text = String::new();
        for (name, data) in events {
            if !name.is_empty() {
                text += &format!("event: {name}\n");
            }
            text += &format!("data: {data}\n\n");
        }
        if self == Self::Chat {
            text += "data: [DONE]\n\n";
        }
        text
    }

    /// An error body of no special kind.
    pub(crate) fn error(self, message: &str) -> String {
        let body = match self {
            Self::Chat | Self::Responses => {
                json!({ "error": { "message": message, "type": "api_error", "code": null } })
            }
            Self::Anthropic => {
                json!({ "type": "error", "error": { "type": "api_error", "message": message } })
            }
            Self::Gemini => json!({ "error": { "code": 0, "message": message, "status": "UNKNOWN" } }),
        };
        body.to_string()
    }

    /// The error of an account without money: its status and body.
    pub(crate) fn quota(self) -> (u16, String) {
        match self {
            Self::Chat | Self::Responses => (
                429,
                json!({ "error": { "message": "You exceeded your current quota.", "type": "insufficient_quota", "code": "insufficient_quota" } }).to_string(),
            ),
            Self::Anthropic => (
                400,
                json!({ "type": "error", "error": { "type": "invalid_request_error", "message": "Your credit balance is too low." } }).to_string(),
            ),
            Self::Gemini => (
                429,
                json!({ "error": { "code": 429, "message": "Quota exceeded, limit: 0", "status": "RESOURCE_EXHAUSTED" } }).to_string(),
            ),
        }
    }

    /// The error of a provider that is broken, in the body of a success.
    pub(crate) fn broken(self) -> String {
        match self {
            Self::Responses => json!({ "error": { "message": "overloaded", "type": "server_error", "code": "server_error" } }).to_string(),
            _ => self.broken_json().to_string(),
        }
    }

    fn broken_json(self) -> Value {
        match self {
            Self::Chat => {
                json!({ "error": { "message": "overloaded", "type": "server_error", "code": 503 } })
            }
            Self::Responses => {
                json!({ "type": "error", "code": "server_error", "message": "overloaded", "param": null })
            }
            Self::Anthropic => {
                json!({ "type": "error", "error": { "type": "overloaded_error", "message": "overloaded" } })
            }
            Self::Gemini => {
                json!({ "error": { "code": 503, "message": "overloaded", "status": "UNAVAILABLE" } })
            }
        }
    }

    /// An error event inside of a stream that began well.
    pub(crate) fn error_event(self) -> String {
        let data = self.broken_json();
        let name = match self {
            Self::Responses | Self::Anthropic => "event: error\n",
            _ => "",
        };
        format!("{name}data: {data}\n\n")
    }
}
