//! When a request is sent again, and after how long.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;

use crate::provider::{ProviderError, ProviderErrorKind};

/// How requests are sent again.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    /// How often at most.
    pub(super) max_retries: u32,
    /// The wait before the first retry; it doubles with each.
    pub(super) backoff: Duration,
    /// The longest wait that is asked for by a provider and still observed.
    pub(super) max_wait: Duration,
}

/// The longest wait of our own choosing (as in OpenAI's and Anthropic's own clients).
const MAX_BACKOFF: Duration = Duration::from_secs(8);

impl Default for Policy {
    /// As OpenAI's own client does: two retries after about 0.5 and 1 s, and no more than 120 s of waiting
    /// on the provider's word.
    fn default() -> Self {
        Self { max_retries: 2, backoff: Duration::from_millis(500), max_wait: Duration::from_mins(2) }
    }
}

/// A failed attempt.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) error: ProviderError,
    /// What the provider's `x-should-retry` header says.
    pub(super) should_retry: Option<bool>,
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        Self { error, should_retry: None }
    }
}

impl Failure {
    fn is_retryable(&self) -> bool {
        use ProviderErrorKind::{Connection, Quota, RateLimited, Server, Timeout};
        if self.error.kind() == Quota {
            return false;
        }
        if let Some(answer) = self.should_retry {
            return answer;
        }
        match self.error.status() {
            Some(501 | 505) => false,
            Some(408 | 409 | 429 | 500..) => true,
            // A failure on the way, or one that the provider reports in the body of a success.
            None | Some(200..300) => {
                matches!(self.error.kind(), Connection | Timeout | RateLimited | Server)
            }
            Some(_) => false,
        }
    }
}

/// The attempts at one request.
#[derive(Debug)]
pub(super) struct Attempts<'a> {
    policy: &'a Policy,
    retries: u32,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(policy: &'a Policy) -> Self {
        Self { policy, retries: 0 }
    }

    /// How often the request was sent again so far.
    pub(super) fn retries(&self) -> u32 {
        self.retries
    }

    /// Waits until the request may be sent again, or gives up with the error.
    pub(super) async fn wait(&mut self, failure: Failure, limit: u32) -> Result<(), ProviderError> {
        let asked = failure.error.retry_after();
        if self.retries >= self.policy.max_retries.min(limit)
            || asked.is_some_and(|delay| delay > self.policy.max_wait)
            || !failure.is_retryable()
        {
            return Err(failure.error.with_attempts(self.retries.saturating_add(1)));
        }
        let delay = asked.unwrap_or_else(|| self.backoff());
        self.retries = self.retries.saturating_add(1);
        tokio::time::sleep(delay).await;
        Ok(())
    }

    /// Exponential, at most 8 s, less up to a quarter by chance so that clients do not come back together.
    fn backoff(&self) -> Duration {
        let factor = 2_u32.saturating_pow(self.retries.min(16));
        let longest = self.policy.backoff.saturating_mul(factor).min(MAX_BACKOFF.max(self.policy.backoff));
        longest.mul_f64(1.0 - 0.25 * fastrand::f64())
    }
}

/// How long the headers ask to wait: `retry-after-ms`, else `retry-after` in seconds or as a date.
pub(super) fn delay(headers: &HeaderMap) -> Option<Duration> {
    let number = |name| -> Option<f64> { headers.get(name)?.to_str().ok()?.trim().parse().ok() };
    let seconds = number("retry-after-ms").map(|ms| ms / 1000.0).or_else(|| number("retry-after"));
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(headers.get("retry-after")?.to_str().ok()?).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

/// What `x-should-retry` says.
pub(super) fn should_retry(headers: &HeaderMap) -> Option<bool> {
    match headers.get("x-should-retry")?.as_bytes() {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}
