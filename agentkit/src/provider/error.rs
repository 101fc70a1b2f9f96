//! How a provider fails.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::model::Usage;

/// A provider's failure: no reply, and why.
pub struct ProviderError(Box<Inner>);

struct Inner {
    kind: ProviderErrorKind,
    message: String,
    provider: Option<String>,
    status: Option<u16>,
    code: Option<String>,
    request_id: Option<String>,
    retry_after: Option<Duration>,
    attempts: u32,
    usage: Option<Usage>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What to match on; see [`ProviderError::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProviderErrorKind {
    /// The request asks for something that this provider or model cannot do; nothing was sent.
    Unsupported,
    /// The client is set up wrongly, such as by an unusable base URL; nothing was sent.
    Configuration,
    /// The provider found the request wrong.
    InvalidRequest,
    /// The key is missing, wrong or not allowed to do this.
    Authentication,
    /// The model or the endpoint does not exist.
    NotFound,
    /// Too many requests, after all retries.
    RateLimited,
    /// The account's quota or credit is used up; trying again does not help.
    Quota,
    /// The conversation is longer than the model's context window.
    ContextWindow,
    /// A filter refused the request.
    ContentFilter,
    /// The provider is overloaded or broken, after all retries.
    Server,
    /// No answer within a time limit.
    Timeout,
    /// The connection could not be made, or broke.
    Connection,
    /// The reply ended before it was complete.
    Incomplete,
    /// The reply is not what the provider's protocol says.
    Protocol,
    /// The reply is larger than the limit.
    TooLarge,
    /// A [`Scripted`](super::Scripted) model or a recording has no reply for the request.
    Script,
    /// Anything else.
    Other,
}

impl ProviderError {
    /// A failure of `kind`; `message` is shown to people and must hold no secret.
    pub fn new(kind: ProviderErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: message.into(),
            provider: None,
            status: None,
            code: None,
            request_id: None,
            retry_after: None,
            attempts: 1,
            usage: None,
            source: None,
        }))
    }

    /// Refuses an `option` of the request before anything is sent.
    pub fn unsupported(option: &str, why: impl fmt::Display) -> Self {
        Self::new(ProviderErrorKind::Unsupported, format!("`{option}` cannot be honoured: {why}"))
            .with_attempts(0)
    }

    /// Adds what caused it.
    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.0.source = Some(Box::new(source));
        self
    }

    /// Adds the provider's name.
    #[must_use]
    pub fn with_provider(mut self, provider: impl Into<String>) -> Self {
        self.0.provider = Some(provider.into());
        self
    }

    /// Adds the HTTP status.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    /// Adds the provider's own code or type for the failure.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<String>) -> Self {
        self.0.code = Some(code.into());
        self
    }

    /// Adds the request's id in the provider's logs.
    #[must_use]
    pub fn with_request_id(mut self, id: impl Into<String>) -> Self {
        self.0.request_id = Some(id.into());
        self
    }

    /// Adds how long the provider asks to wait.
    #[must_use]
    pub fn with_retry_after(mut self, delay: Duration) -> Self {
        self.0.retry_after = Some(delay);
        self
    }

    /// Says how many requests were sent.
    #[must_use]
    pub fn with_attempts(mut self, attempts: u32) -> Self {
        self.0.attempts = attempts;
        self
    }

    /// Adds what was used all the same.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.0.usage = Some(usage);
        self
    }

    /// Names what failed before.
    pub(crate) fn with_earlier(mut self, earlier: &str) -> Self {
        self.0.message = format!("{}; before that: {earlier}", self.0.message);
        self
    }

    /// Takes a secret out of what is shown, should a server have echoed it.
    #[cfg(feature = "http")]
    pub(crate) fn without_secret(mut self, secret: &str) -> Self {
        if !secret.is_empty() {
            for text in [Some(&mut self.0.message), self.0.code.as_mut()].into_iter().flatten() {
                if text.contains(secret) {
                    *text = text.replace(secret, "[key]");
                }
            }
        }
        self
    }

    /// The start of a body that is not what it should be, in one line.
    #[cfg(feature = "http")]
    pub(crate) fn snippet(body: &[u8]) -> String {
        const LENGTH: usize = 200;
        let start = body.get(..4 * LENGTH).unwrap_or(body);
        let text = String::from_utf8_lossy(start);
        let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = line.char_indices().nth(LENGTH) {
            line.truncate(end);
            line.push('…');
        }
        if line.is_empty() { "it is empty".to_owned() } else { format!("`{line}`") }
    }

    /// What kind of failure it is.
    pub fn kind(&self) -> ProviderErrorKind {
        self.0.kind
    }

    /// What happened, without the particulars that have methods of their own.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The provider that failed.
    pub fn provider(&self) -> Option<&str> {
        self.0.provider.as_deref()
    }

    /// The HTTP status, if there was one.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// The provider's own code or type for the failure.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }

    /// The request's id in the provider's logs.
    pub fn request_id(&self) -> Option<&str> {
        self.0.request_id.as_deref()
    }

    /// How long the provider asks to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// How many requests were sent; 0 where the request was refused here.
    pub fn attempts(&self) -> u32 {
        self.0.attempts
    }

    /// What was used all the same.
    pub fn usage(&self) -> Option<Usage> {
        self.0.usage
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        if let Some(provider) = &inner.provider {
            write!(f, "{provider}: ")?;
        }
        if let Some(status) = inner.status {
            write!(f, "HTTP {status}: ")?;
        }
        f.write_str(&inner.message)?;
        if let Some(code) = &inner.code {
            write!(f, " [{code}]")?;
        }
        if let Some(id) = &inner.request_id {
            write!(f, " (request {id})")?;
        }
        if let Some(delay) = inner.retry_after {
            write!(f, "; the provider asks to wait {delay:?}")?;
        }
        if inner.attempts > 1 {
            write!(f, "; {} requests were sent", inner.attempts)?;
        }
        Ok(())
    }
}

impl fmt::Debug for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &self.0;
        f.debug_struct("ProviderError")
            .field("kind", &inner.kind)
            .field("message", &inner.message)
            .field("provider", &inner.provider)
            .field("status", &inner.status)
            .field("code", &inner.code)
            .field("request_id", &inner.request_id)
            .field("attempts", &inner.attempts)
            .field("source", &inner.source)
            .finish_non_exhaustive()
    }
}

impl StdError for ProviderError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}
