//! Failures as OpenAI reports them, in an error body, in a failed response, or in a stream.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::provider::loose;
use crate::provider::{ProviderError, ProviderErrorKind, failure};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Envelope<'a> {
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Failure {
    #[serde(deserialize_with = "loose::text")]
    message: Option<String>,
    #[serde(rename = "type", deserialize_with = "loose::text")]
    kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    code: Option<String>,
}

pub(super) fn decode(status: u16, body: &[u8]) -> ProviderError {
    match serde_json::from_slice::<Envelope<'_>>(body) {
        Ok(Envelope { error: Some(error) }) => of(Some(status), error),
        _ => failure::foreign(status, body),
    }
}

/// The failure in an `error` member.
pub(super) fn of(status: Option<u16>, error: &RawValue) -> ProviderError {
    let failure: Failure = serde_json::from_str(error.get())
        .unwrap_or_else(|_| Failure { message: loose::as_text(error), ..Failure::default() });
    let text =
        failure.message.unwrap_or_else(|| "the provider reported an error without a message".to_owned());
    // In a stream the event's own type, `error`, stands where an error's type does elsewhere.
    let class = failure.kind.filter(|kind| kind != "error");
    let kind = kind(status, failure.code.as_deref(), class.as_deref(), &text);
    let error = ProviderError::new(kind, text);
    match failure.code.or(class) {
        Some(code) => error.with_code(code),
        None => error,
    }
}

fn kind(status: Option<u16>, code: Option<&str>, class: Option<&str>, message: &str) -> ProviderErrorKind {
    let code = code.unwrap_or_default();
    match code {
        "context_length_exceeded" => return ProviderErrorKind::ContextWindow,
        "insufficient_quota" | "credit_balance_exhausted" | "billing_hard_limit_reached" => {
            return ProviderErrorKind::Quota;
        }
        "rate_limit_exceeded" | "slow_down" => return ProviderErrorKind::RateLimited,
        "server_error" | "server_is_overloaded" | "vector_store_timeout" => return ProviderErrorKind::Server,
        "invalid_api_key" => return ProviderErrorKind::Authentication,
        "model_not_found" => return ProviderErrorKind::NotFound,
        "content_filter"
        | "content_policy_violation"
        | "invalid_prompt"
        | "bio_policy"
        | "misalignment_policy_violation" => return ProviderErrorKind::ContentFilter,
        _ if code.ends_with("_spend_limit_exceeded") => return ProviderErrorKind::Quota,
        _ if message.contains("exceeds the context window") => return ProviderErrorKind::ContextWindow,
        _ => {}
    }
    if let Some(status) = status.filter(|status| *status >= 400) {
        return failure::kind(status);
    }
    match class {
        Some("invalid_request_error") => ProviderErrorKind::InvalidRequest,
        Some("authentication_error" | "permission_error") => ProviderErrorKind::Authentication,
        Some("not_found_error") => ProviderErrorKind::NotFound,
        Some("rate_limit_error" | "tokens" | "requests") => ProviderErrorKind::RateLimited,
        Some("insufficient_quota") => ProviderErrorKind::Quota,
        Some("server_error" | "api_error" | "service_unavailable_error") => ProviderErrorKind::Server,
        _ if code.starts_with("invalid_") || code.starts_with("image_") => ProviderErrorKind::InvalidRequest,
        _ => ProviderErrorKind::Other,
    }
}
