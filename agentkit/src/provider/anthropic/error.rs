//! Failures as Anthropic reports them.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::provider::loose;
use crate::provider::{ProviderError, ProviderErrorKind, failure};

/// `{"type": "error", "error": {…}, "request_id": "…"}`
#[derive(Default, Deserialize)]
#[serde(default)]
struct Envelope<'a> {
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    request_id: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Failure {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    message: Option<String>,
    details: Option<Details>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Details {
    #[serde(deserialize_with = "loose::text")]
    error_code: Option<String>,
}

pub(super) fn decode(status: u16, body: &[u8]) -> ProviderError {
    match serde_json::from_slice::<Envelope<'_>>(body) {
        Ok(Envelope { error: Some(error), request_id }) => of(Some(status), error, request_id),
        _ => failure::foreign(status, body),
    }
}

/// The failure in an `error` member, which a success or a stream may carry too.
pub(super) fn of(status: Option<u16>, error: &RawValue, request_id: Option<String>) -> ProviderError {
    let failure: Failure = serde_json::from_str(error.get())
        .unwrap_or_else(|_| Failure { message: loose::as_text(error), ..Failure::default() });
    let text =
        failure.message.unwrap_or_else(|| "the provider reported an error without a message".to_owned());
    let detail = failure.details.and_then(|details| details.error_code);
    let kind = kind(status, failure.kind.as_deref(), detail.as_deref(), &text);
    let mut error = ProviderError::new(kind, text);
    if let Some(code) = detail.or(failure.kind) {
        error = error.with_code(code);
    }
    if let Some(id) = request_id {
        error = error.with_request_id(id);
    }
    error
}

fn kind(status: Option<u16>, kind: Option<&str>, detail: Option<&str>, message: &str) -> ProviderErrorKind {
    if let Some(detail) = detail
        && (detail.ends_with("spend_limit_reached") || detail.contains("credit"))
    {
        return ProviderErrorKind::Quota;
    }
    match kind {
        Some("invalid_request_error") => invalid(message),
        Some("authentication_error" | "permission_error") => ProviderErrorKind::Authentication,
        Some("billing_error") => ProviderErrorKind::Quota,
        Some("not_found_error") => ProviderErrorKind::NotFound,
        Some("conflict_error" | "request_too_large") => ProviderErrorKind::InvalidRequest,
        Some("rate_limit_error") => ProviderErrorKind::RateLimited,
        // Of a status that says more, the status counts.
        Some("api_error") if status.is_some_and(|status| (400..500).contains(&status)) => {
            status.map_or(ProviderErrorKind::Other, failure::kind)
        }
        Some("api_error" | "overloaded_error" | "timeout_error") => ProviderErrorKind::Server,
        _ => status.map_or(ProviderErrorKind::Other, failure::kind),
    }
}

/// The API has one type for all that is wrong with a request; two causes can be told by their words only.
fn invalid(message: &str) -> ProviderErrorKind {
    if message.contains("prompt is too long") || message.contains("exceed context limit") {
        ProviderErrorKind::ContextWindow
    } else if message.contains("credit balance is too low") {
        ProviderErrorKind::Quota
    } else {
        ProviderErrorKind::InvalidRequest
    }
}
