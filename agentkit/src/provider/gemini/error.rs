//! Failures as Google reports them.

use std::time::Duration;

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
struct Failure<'a> {
    #[serde(deserialize_with = "loose::count")]
    code: u64,
    #[serde(deserialize_with = "loose::text")]
    message: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    status: Option<String>,
    #[serde(borrow, deserialize_with = "loose::items")]
    details: Vec<&'a RawValue>,
}

/// A detail of any type: `ErrorInfo`, `QuotaFailure`, `RetryInfo`.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Detail {
    #[serde(deserialize_with = "loose::text")]
    reason: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    retry_delay: Option<String>,
    violations: Option<Vec<Violation>>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Violation {
    #[serde(deserialize_with = "loose::text")]
    quota_id: Option<String>,
}

impl Violation {
    fn is_daily(&self) -> bool {
        self.quota_id.as_ref().is_some_and(|id| id.contains("PerDay"))
    }
}

/// A wait from which on a rate limit is a quota that is used up.
const LONG: Duration = Duration::from_hours(1);

pub(super) fn decode(status: u16, body: &[u8]) -> ProviderError {
    // Some endpoints wrap the error in an array of one.
    let wrapped = serde_json::from_slice::<Vec<Envelope<'_>>>(body).ok().and_then(|mut all| all.pop());
    let envelope = wrapped.or_else(|| serde_json::from_slice(body).ok());
    match envelope.and_then(|envelope| envelope.error) {
        Some(error) => of(status, error),
        None => failure::foreign(status, body),
    }
}

/// The failure in an `error` member, which a success or a stream may carry too; its own code is the status
/// then.
pub(super) fn of(status: u16, error: &RawValue) -> ProviderError {
    let failure: Failure<'_> = serde_json::from_str(error.get())
        .unwrap_or_else(|_| Failure { message: loose::as_text(error), ..Failure::default() });
    let status = if status < 400 { u16::try_from(failure.code).unwrap_or(0) } else { status };
    let details = failure.details.iter().filter_map(|detail| serde_json::from_str(detail.get()).ok());
    let details: Vec<Detail> = details.collect();
    let text =
        failure.message.unwrap_or_else(|| "the provider reported an error without a message".to_owned());
    let delay = details.iter().find_map(|detail| seconds(detail.retry_delay.as_deref()?));
    let daily = details.iter().flat_map(|detail| detail.violations.iter().flatten()).any(Violation::is_daily);
    let reason = details.into_iter().find_map(|detail| detail.reason);
    let kind = match failure.status.as_deref() {
        _ if reason.as_deref() == Some("API_KEY_INVALID") => ProviderErrorKind::Authentication,
        Some("RESOURCE_EXHAUSTED") | None if status == 429 => {
            let gone = daily || text.contains("limit: 0") || delay.is_some_and(|delay| delay >= LONG);
            if gone { ProviderErrorKind::Quota } else { ProviderErrorKind::RateLimited }
        }
        Some("INVALID_ARGUMENT") if text.contains("exceeds the maximum number of tokens") => {
            ProviderErrorKind::ContextWindow
        }
        Some("INVALID_ARGUMENT" | "FAILED_PRECONDITION" | "OUT_OF_RANGE") => {
            ProviderErrorKind::InvalidRequest
        }
        Some("UNAUTHENTICATED" | "PERMISSION_DENIED") => ProviderErrorKind::Authentication,
        Some("NOT_FOUND") => ProviderErrorKind::NotFound,
        Some("INTERNAL" | "UNAVAILABLE" | "DEADLINE_EXCEEDED") => ProviderErrorKind::Server,
        _ => failure::kind(status),
    };
    let mut error = ProviderError::new(kind, text);
    if let Some(code) = reason.or(failure.status) {
        error = error.with_code(code);
    }
    if let Some(delay) = delay {
        error = error.with_retry_after(delay);
    }
    error
}

/// A protobuf duration, such as `46s` or `1.5s`.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.strip_suffix('s')?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
