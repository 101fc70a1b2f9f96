//! A provider's wire format as pure functions: a request into bytes, bytes into a reply.
//!
//! One HTTP client serves every format, so a format is tested without a network, and a user can write one.

use std::borrow::Cow;

use super::sse::Event;
use super::{ProviderError, SchemaPlan, plan};
use crate::model::{Capabilities, Delta, Request, Response};

/// One provider's wire format.
pub trait Wire: Send + Sync + 'static {
    /// The provider's kind, such as `anthropic`.
    fn name(&self) -> &str;

    /// The model's name, as it is configured.
    fn model(&self) -> &str;

    /// What the model takes.
    fn capabilities(&self) -> Capabilities;

    /// Says what is wrong with a request, without writing it.
    fn check(&self, request: &Request) -> Result<(), ProviderError>;

    /// How each schema of a request goes out, as [`Provider::plan`](super::Provider::plan) says.
    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        plan::unknown(request)
    }

    /// Where the provider is and how it is told the key.
    fn endpoint(&self) -> Endpoint {
        Endpoint::default()
    }

    /// The path and query behind the base URL, such as `/chat/completions`.
    fn path(&self, stream: bool) -> String;

    /// The headers beside the key's, such as a version.
    fn headers(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Writes the body of a request. Refuses what [`Wire::check`] refuses.
    fn encode(&self, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError>;

    /// Reads the body of a success (2xx). An error in such a body is an error here.
    fn decode(&self, body: &[u8]) -> Result<Response, ProviderError>;

    /// Reads the body of any other status: what went wrong, and the provider's code for it.
    ///
    /// The error's kind and its [`retry_after`](ProviderError::retry_after) say whether and when the
    /// request is sent again.
    fn decode_error(&self, status: u16, body: &[u8]) -> ProviderError;

    /// Reads the body of another status that is really a reply of the model, such as a call that the
    /// provider found invalid.
    fn recover(&self, status: u16, body: &[u8]) -> Option<Response> {
        let _ = (status, body);
        None
    }

    /// How often a request that failed in this way is sent again at most, whatever the client's own limit.
    fn max_retries(&self, error: &ProviderError) -> u32 {
        let _ = error;
        u32::MAX
    }

    /// Starts reading a streamed reply.
    fn assembler(&self) -> Box<dyn Assemble>;
}

/// Where a provider is and how it is told the key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Endpoint {
    /// The base URL used if none is given; empty where there is none.
    pub base_url: Cow<'static, str>,
    /// The environment variable of the key; empty where there is none.
    pub key_variable: Cow<'static, str>,
    /// The environment variable of the base URL; empty where there is none.
    pub base_url_variable: Cow<'static, str>,
    /// How the key is sent.
    pub auth: Auth,
    /// Whether nothing can be asked without a key at `base_url`. Another base URL needs none.
    pub key_required: bool,
}

impl Endpoint {
    /// A provider at `base_url` that needs the key of the environment variable `key_variable`.
    pub fn new(base_url: impl Into<Cow<'static, str>>, key_variable: impl Into<Cow<'static, str>>) -> Self {
        Self {
            base_url: base_url.into(),
            key_variable: key_variable.into(),
            key_required: true,
            ..Self::default()
        }
    }

    /// The same with another way to send the key.
    #[must_use]
    pub fn auth(mut self, auth: Auth) -> Self {
        self.auth = auth;
        self
    }

    /// The same with an environment variable for the base URL.
    #[must_use]
    pub fn base_url_variable(mut self, variable: impl Into<Cow<'static, str>>) -> Self {
        self.base_url_variable = variable.into();
        self
    }

    /// The same where a key is not needed.
    #[must_use]
    pub fn keyless(mut self) -> Self {
        self.key_required = false;
        self
    }
}

/// How a key is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Auth {
    /// As `Authorization: Bearer KEY`.
    #[default]
    Bearer,
    /// As the value of this header, such as `x-api-key`.
    Header(Cow<'static, str>),
}

/// A streamed reply, put together event by event.
pub trait Assemble: Send {
    /// Reads one event, and pushes onto `deltas` what it brought. `Delta::Done` is not its business.
    fn push(&mut self, event: &Event<'_>, deltas: &mut Vec<Delta>) -> Result<Progress, ProviderError>;

    /// The whole reply, at the end of the stream. A stream that ended too early is a
    /// [`ProviderErrorKind::Incomplete`](super::ProviderErrorKind::Incomplete).
    fn finish(self: Box<Self>) -> Result<Response, ProviderError>;
}

/// Whether a stream goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// More is due.
    Open,
    /// The provider said that it was done; what follows is not read.
    Done,
}
