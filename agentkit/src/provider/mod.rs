//! Where replies come from: the [`Provider`] trait and the providers of this crate.
//!
//! # What each takes
//!
//! What is not taken is refused before anything is sent. The rows of the first three providers are examples
//! out of their tables, which know each family of models; any row can be overridden, by `capabilities` on the
//! provider or by a [`Dialect`] of one's own.
//!
//! | provider, model | tools | some tool | one tool | one call a turn | strict | grammar | schema of the reply | images | documents | sound | streams | sampling |
//! |---|---|---|---|---|---|---|---|---|---|---|---|---|
//! | `OpenAiResponses`, `gpt-5.6` | yes | yes | yes | yes | yes | – | yes | yes | yes | – | yes | yes |
//! | `OpenAiResponses`, `o3` | yes | yes | yes | yes | yes | – | yes | yes | yes | – | yes | – |
//! | `Anthropic`, `claude-opus-5-5` | yes | – | – | yes | yes | – | yes | yes | yes | – | yes | – |
//! | `Anthropic`, `claude-opus-5` | yes | yes | yes | yes | yes | – | yes | yes | yes | – | yes | – |
//! | `Anthropic`, `claude-sonnet-4-5` | yes | yes | yes | yes | yes | – | yes | yes | yes | – | yes | yes |
//! | `Gemini`, `gemini-3-pro-preview` | yes | yes | yes | – | yes | – | yes | yes | yes | yes | yes | yes |
//! | `Gemini`, `gemini-2.5-flash` | yes | yes | yes | – | yes | – | without tools | yes | yes | yes | yes | yes |
//! | `OpenAiChat`, `gpt-4.1` | yes | yes | yes | yes | yes | – | yes | yes | yes | – | yes | yes |
//! | … `Dialect::azure` | yes | yes | yes | yes | yes | – | yes | yes | – | – | yes | yes |
//! | … `Dialect::openrouter` | yes | yes | yes | yes | yes | – | yes | yes | yes | yes | yes | yes |
//! | … `Dialect::ollama` | yes | – | – | – | – | – | yes | yes | – | – | yes | yes |
//! | … `Dialect::vllm` | yes | yes | yes | yes | – | yes | yes | yes | – | – | yes | yes |
//! | … `Dialect::llama_cpp` | yes | yes | yes | yes | – | yes | without tools | yes | – | – | yes | yes |
//! | … `Dialect::deepseek` | yes | yes | yes | – | – | – | – | – | – | – | yes | yes |
//! | … `Dialect::groq` | yes | yes | yes | yes | – | – | without tools | yes | – | – | yes | yes |
//! | … `Dialect::mistral` | yes | yes | yes | yes | yes | – | yes | yes | – | – | yes | yes |
//! | … `Dialect::xai` | yes | yes | yes | yes | – | – | yes | yes | – | – | yes | yes |
//! | … `Dialect::compatible` | yes | yes | yes | – | – | – | – | – | – | – | yes | yes |
//!
//! "Some tool" and "one tool" are [`ToolChoice`](crate::model::ToolChoice)s, "one call a turn" is
//! `Settings::parallel_tool_calls`, "strict" and "grammar" are
//! [`ToolConstraint`](crate::model::ToolConstraint)s; the others are members of [`Capabilities`].

pub mod anthropic;
mod any;
mod body;
mod check;
pub mod dialect;
mod error;
mod failure;
mod fallback;
pub mod gemini;
#[cfg(feature = "http")]
mod http;
mod json;
mod loose;
mod lowered;
pub mod openai_chat;
pub mod openai_responses;
mod plan;
mod rate_limit;
mod record;
mod scripted;
pub mod sse;
mod stream;
pub mod wire;

use std::sync::Arc;

use crate::BoxFuture;
use crate::model::{Capabilities, Request, Response};

#[cfg(feature = "http")]
pub use anthropic::Anthropic;
pub use anthropic::AnthropicWire;
pub use any::AnyProvider;
pub use dialect::Dialect;
pub use error::{ProviderError, ProviderErrorKind};
pub use fallback::Fallback;
#[cfg(feature = "http")]
pub use gemini::Gemini;
pub use gemini::GeminiWire;
#[cfg(feature = "http")]
pub use http::{Http, allow_real_requests, deny_real_requests};
#[cfg(feature = "http")]
pub use openai_chat::OpenAiChat;
pub use openai_chat::OpenAiChatWire;
#[cfg(feature = "http")]
pub use openai_responses::OpenAiResponses;
pub use openai_responses::OpenAiResponsesWire;
pub use plan::{SchemaPlan, Subject};
pub use rate_limit::{Limited, RateLimiter};
pub use record::{Recorder, Replay};
pub use scripted::{Reply, Scripted};
pub use stream::ResponseStream;

/// A source of replies. Implement it with a plain `async fn complete`.
///
/// A provider either answers, with a [`Response`] that says why the model stopped, or fails with a
/// [`ProviderError`]. It must not turn one into the other: a refusal, a cut or a filtered reply is a
/// response, and an option of the request that it cannot honour is an error before anything is sent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model provider",
    label = "not a provider",
    note = "use one of `agentkit::provider`, or implement `agentkit::Provider` for `{Self}`"
)]
pub trait Provider: Send + Sync + 'static {
    /// The provider's kind, such as `anthropic`; it stands in reports and errors.
    #[allow(clippy::unnecessary_literal_bound, reason = "an implementor's name may be its own")]
    fn name(&self) -> &str {
        "custom"
    }

    /// The model's name, as it is configured.
    #[allow(clippy::unnecessary_literal_bound, reason = "an implementor's name may be its own")]
    fn model(&self) -> &str {
        "unnamed"
    }

    /// What the model takes.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Says what is wrong with a request, without sending it. Called with the first request of an agent
    /// when the agent is built, and free to be called at any time.
    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        let _ = request;
        Ok(())
    }

    /// How each schema of a request would go out, the tools in order and then the response format, without
    /// sending it. [`Agent::explain`](crate::Agent::explain) shows it.
    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        plan::unknown(request)
    }

    /// Completes one request.
    fn complete(&self, request: &Request) -> impl Future<Output = Result<Response, ProviderError>> + Send;

    /// The provider with its type forgotten, to stand beside others, as in [`Fallback::new`].
    fn boxed(self) -> AnyProvider
    where
        Self: Sized,
    {
        AnyProvider::new(self)
    }

    /// Completes one request piece by piece. A provider that cannot stream sends the whole reply at once.
    fn stream(
        &self,
        request: &Request,
    ) -> impl Future<Output = Result<ResponseStream, ProviderError>> + Send {
        async { self.complete(request).await.map(ResponseStream::whole) }
    }
}

impl<P: Provider> Provider for Arc<P> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn model(&self) -> &str {
        (**self).model()
    }

    fn capabilities(&self) -> Capabilities {
        (**self).capabilities()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        (**self).check(request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        (**self).plan(request)
    }

    fn complete(&self, request: &Request) -> impl Future<Output = Result<Response, ProviderError>> + Send {
        (**self).complete(request)
    }

    fn stream(
        &self,
        request: &Request,
    ) -> impl Future<Output = Result<ResponseStream, ProviderError>> + Send {
        (**self).stream(request)
    }
}

/// The dyn-compatible face of [`Provider`].
pub(crate) trait DynProvider: Send + Sync {
    fn name(&self) -> &str;
    fn model(&self) -> &str;
    fn capabilities(&self) -> Capabilities;
    fn check(&self, request: &Request) -> Result<(), ProviderError>;
    fn plan(&self, request: &Request) -> Vec<SchemaPlan>;
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Response, ProviderError>>;
    fn stream<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<ResponseStream, ProviderError>>;
}

impl<P: Provider> DynProvider for P {
    fn name(&self) -> &str {
        Provider::name(self)
    }

    fn model(&self) -> &str {
        Provider::model(self)
    }

    fn capabilities(&self) -> Capabilities {
        Provider::capabilities(self)
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        Provider::check(self, request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        Provider::plan(self, request)
    }

    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Response, ProviderError>> {
        Box::pin(Provider::complete(self, request))
    }

    fn stream<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<ResponseStream, ProviderError>> {
        Box::pin(Provider::stream(self, request))
    }
}
