//! Failures as servers of this format report them.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::OpenAiChatWire;
use crate::message::{AssistantMessage, AssistantPart, ToolCall};
use crate::model::{FinishReason, Response};
use crate::provider::{ProviderError, ProviderErrorKind, failure};

/// What is known of a failure.
#[derive(Debug, Default)]
struct Details {
    message: String,
    code: Option<String>,
    kind: Option<String>,
}

/// The failure that a status other than a success and its body stand for.
pub(super) fn of_status(status: u16, body: &[u8]) -> ProviderError {
    match serde_json::from_slice::<Value>(body).ok().as_ref().and_then(details) {
        Some(details) => error(details, Some(status)),
        None => failure::foreign(status, body),
    }
}

/// The failure in the `error` member of a success, unless the member says that there is none.
pub(super) fn of_reply(raw: &RawValue) -> Option<ProviderError> {
    let value: Value = serde_json::from_str(raw.get()).ok()?;
    let is_none = match &value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if is_none {
        return None;
    }
    let mut found = Details::default();
    read(&value, &mut found);
    if found.message.is_empty() {
        found.message = value.to_string();
    }
    let status = found.code.as_deref().and_then(|code| code.parse().ok());
    Some(error(found, status))
}

/// The failure in a body that is an array of one error, as Gemini's compatible API sends it.
pub(super) fn in_array(body: &[u8]) -> Option<ProviderError> {
    let value: Value = serde_json::from_slice(body).ok()?;
    value.is_array().then(|| details(&value))?.map(|details| error(details, None))
}

/// Reads the forms in use: `{error: {message, code, type}}`, `{error: "…"}`, `{code, error: "…"}`,
/// `{code, message, type}`, `{detail: …}`, and an array of one of them.
fn details(body: &Value) -> Option<Details> {
    let mut found = Details::default();
    read(body, &mut found);
    (!found.message.is_empty()).then_some(found)
}

fn read(value: &Value, found: &mut Details) {
    match value {
        Value::String(text) => found.message.clone_from(text),
        Value::Array(items) => {
            if let Some(first) = items.first() {
                read(first, found);
            }
        }
        Value::Object(members) => {
            for (member, into) in [("code", &mut found.code), ("type", &mut found.kind)] {
                match members.get(member) {
                    Some(Value::String(text)) if !text.is_empty() => *into = Some(text.clone()),
                    Some(Value::Number(number)) => *into = Some(number.to_string()),
                    _ => {}
                }
            }
            for member in ["error", "message", "detail", "msg"] {
                match members.get(member) {
                    None | Some(Value::Null) => {}
                    Some(inner) => {
                        read(inner, found);
                        if !found.message.is_empty() {
                            break;
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn error(details: Details, status: Option<u16>) -> ProviderError {
    let code = details.code.as_deref().unwrap_or_default();
    let kind = kind(status, code, details.kind.as_deref().unwrap_or_default(), &details.message);
    let error = ProviderError::new(kind, details.message);
    match details.code.or(details.kind) {
        Some(code) => error.with_code(code),
        None => error,
    }
}

/// Codes first (OpenAI's and Azure's error codes, llama.cpp's types), then the status.
fn kind(status: Option<u16>, code: &str, kind: &str, message: &str) -> ProviderErrorKind {
    match (code, kind) {
        (
            "insufficient_quota"
            | "credit_balance_exhausted"
            | "billing_hard_limit_reached"
            | "project_spend_limit_exceeded"
            | "organization_spend_limit_exceeded",
            _,
        )
        | (_, "insufficient_quota") => ProviderErrorKind::Quota,
        ("context_length_exceeded", _) | (_, "exceed_context_size_error") => ProviderErrorKind::ContextWindow,
        ("content_filter" | "content_policy_violation", _) => ProviderErrorKind::ContentFilter,
        ("model_not_found", _) | (_, "not_found_error") => ProviderErrorKind::NotFound,
        ("rate_limit_exceeded" | "slow_down", _) => ProviderErrorKind::RateLimited,
        ("invalid_api_key", _) | (_, "authentication_error") => ProviderErrorKind::Authentication,
        ("server_is_overloaded", _) => ProviderErrorKind::Server,
        // vLLM has no code for it.
        _ if status == Some(400) && message.contains("maximum context length") => {
            ProviderErrorKind::ContextWindow
        }
        (_, "server_error" | "api_error" | "overloaded_error")
            if status.is_none_or(|status| status >= 500) =>
        {
            ProviderErrorKind::Server
        }
        _ => status.map_or(ProviderErrorKind::Other, failure::kind),
    }
}

/// Groq's answer to a call that does not fit the tool's schema.
#[derive(Deserialize)]
struct Refused {
    error: RefusedCall,
}

#[derive(Deserialize)]
struct RefusedCall {
    code: String,
    failed_generation: String,
}

#[derive(Deserialize)]
struct Generation<'a> {
    name: String,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

impl OpenAiChatWire {
    /// A call that the server found invalid, as the reply that it was: the run tells the model its mistake.
    /// What was generated is a call with its arguments as an object, or text that is none.
    pub(super) fn invalid_call(&self, status: u16, body: &[u8]) -> Option<Response> {
        if status != 400 {
            return None;
        }
        let Refused { error } = serde_json::from_slice(body).ok()?;
        if error.code != "tool_use_failed" {
            return None;
        }
        let (part, finish) = match serde_json::from_str::<Generation<'_>>(&error.failed_generation) {
            Ok(call) => {
                let id = super::finish::made_up_id(&error.failed_generation, 0, &call.name);
                let call = ToolCall::new(id, call.name, call.arguments.get());
                (AssistantPart::ToolCall(call), FinishReason::ToolCalls)
            }
            Err(_) => (AssistantPart::text(error.failed_generation), FinishReason::MalformedToolCall),
        };
        let mut message = AssistantMessage::new([part]);
        message.origin = Some(self.origin.clone());
        Some(Response::new(message, finish, None))
    }
}
