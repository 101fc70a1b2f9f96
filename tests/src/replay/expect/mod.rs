//! What a recording says, read from its raw JSON without the providers' code.

mod anthropic;
mod chat;
mod gemini;
mod responses;

use agentkit::model::FinishReason;
use serde_json::Value;

/// The API that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Api {
    Anthropic,
    Chat,
    Gemini,
    Responses,
}

/// What an exchange must come to.
#[derive(Debug)]
pub(super) enum Recorded {
    Reply(Expected),
    /// An error of this message in the body of a success.
    Failure(String),
    /// Something that is not of the API at all.
    Foreign,
    /// A stream that ended too early.
    Cut,
}

#[derive(Debug)]
pub(super) struct Expected {
    pub(super) finish: FinishReason,
    /// Input, cached, cache writes, output, reasoning; normalised.
    pub(super) usage: Option<[u64; 5]>,
    pub(super) text: String,
    pub(super) calls: Vec<Call>,
}

#[derive(Debug)]
pub(super) struct Call {
    pub(super) id: Option<String>,
    pub(super) name: String,
    /// `None` where the recorded text is no JSON.
    pub(super) arguments: Option<Value>,
    pub(super) text: String,
}

impl Call {
    /// A call whose arguments are text on the wire; none are an empty object.
    fn of_text(id: Option<&str>, name: &str, text: &str) -> Self {
        let text = if text.trim().is_empty() { "{}" } else { text };
        Self {
            id: id.filter(|id| !id.is_empty()).map(str::to_owned),
            name: name.to_owned(),
            arguments: serde_json::from_str(text).ok(),
            text: text.to_owned(),
        }
    }

    /// A call whose arguments are an object on the wire.
    fn of_value(id: Option<&str>, name: &str, arguments: Option<&Value>) -> Self {
        let text = arguments.map_or_else(|| "{}".to_owned(), Value::to_string);
        Self::of_text(id, name, &text)
    }
}

/// An error's words and codes.
#[derive(Debug, Default)]
pub(super) struct Failed {
    pub(super) message: Option<String>,
    pub(super) codes: Vec<String>,
}

pub(super) fn plain(api: Api, body: &[u8]) -> Recorded {
    let Ok(json) = serde_json::from_slice::<Value>(body) else { return Recorded::Foreign };
    match api {
        Api::Anthropic => anthropic::plain(&json),
        Api::Chat => chat::plain(&json),
        Api::Gemini => gemini::chunks(&[json], false),
        Api::Responses => responses::plain(&json),
    }
}

pub(super) fn stream(api: Api, body: &str) -> Recorded {
    let events = events(body);
    match api {
        Api::Anthropic => anthropic::stream(&events),
        Api::Chat => chat::stream(&events, body.lines().any(|line| line.trim_end().ends_with("[DONE]"))),
        Api::Gemini => gemini::chunks(&events, true),
        Api::Responses => responses::stream(&events),
    }
}

/// The data of all events. Every recording has one `data` line an event.
fn events(body: &str) -> Vec<Value> {
    let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
    data.filter_map(|data| serde_json::from_str(data.trim()).ok()).collect()
}

pub(super) fn error(api: Api, body: &Value) -> Failed {
    let body = body.get(0).unwrap_or(body);
    let error = &body["error"];
    if let Some(message) = error.as_str() {
        return Failed { message: Some(message.to_owned()), codes: Vec::new() };
    }
    let scalar = |value: &Value| match value {
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let mut codes: Vec<_> =
        ["code", "type", "status"].iter().filter_map(|name| scalar(&error[*name])).collect();
    codes.extend(scalar(&error["details"]["error_code"]));
    codes.extend(scalar(&error["metadata"]["error_type"]));
    if api == Api::Gemini
        && let Some(details) = error["details"].as_array()
    {
        codes.extend(details.iter().filter_map(|detail| scalar(&detail["reason"])));
    }
    Failed { message: scalar(&error["message"]), codes }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
