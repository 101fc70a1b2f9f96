//! A provider's wire format as pure functions: a request into bytes, bytes into a reply.
//!
//! One HTTP client serves every format, so a format is tested without a network, and a user can write one.

use super::ProviderError;
use super::sse::Event;
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

    /// The path and query behind the base URL, such as `/chat/completions`.
    fn path(&self, stream: bool) -> String;

    /// The headers beside the key's, such as a version.
    fn headers(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Writes the body of a request.
    fn encode(&self, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError>;

    /// Reads the body of a success (2xx). An error in such a body is an error here.
    fn decode(&self, body: &[u8]) -> Result<Response, ProviderError>;

    /// Reads the body of any other status: what went wrong, and the provider's code for it.
    fn decode_error(&self, status: u16, body: &[u8]) -> ProviderError;

    /// Starts reading a streamed reply.
    fn assembler(&self) -> Box<dyn Assemble>;
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
