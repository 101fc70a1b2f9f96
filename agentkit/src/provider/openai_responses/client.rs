//! The provider over HTTP.

use std::sync::Arc;

use super::{OpenAiResponsesWire, Reasoning};
use crate::model::Capabilities;
use crate::provider::Http;

/// OpenAI's Responses API. Reads `OPENAI_API_KEY` and `OPENAI_BASE_URL`.
///
/// ```
/// use agentkit::provider::OpenAiResponses;
///
/// let model = OpenAiResponses::new("gpt-5.6").from_env();
/// ```
pub type OpenAiResponses = Http<OpenAiResponsesWire>;

impl Http<OpenAiResponsesWire> {
    /// The model of this name, such as `gpt-5.6`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self::over(OpenAiResponsesWire::new(model))
    }

    /// See [`OpenAiResponsesWire::store`].
    pub fn store(self, store: bool) -> Self {
        self.map_wire(|wire| wire.store(store))
    }

    /// See [`OpenAiResponsesWire::encrypted_reasoning`].
    pub fn encrypted_reasoning(self, ask: bool) -> Self {
        self.map_wire(|wire| wire.encrypted_reasoning(ask))
    }

    /// See [`OpenAiResponsesWire::reasoning`].
    pub fn reasoning(self, reasoning: Reasoning) -> Self {
        self.map_wire(|wire| wire.reasoning(reasoning))
    }

    /// See [`OpenAiResponsesWire::summary`].
    pub fn summary(self, summary: impl Into<Arc<str>>) -> Self {
        self.map_wire(|wire| wire.summary(summary))
    }

    /// See [`OpenAiResponsesWire::with_capabilities`].
    pub fn capabilities(self, capabilities: Capabilities) -> Self {
        self.map_wire(|wire| wire.with_capabilities(capabilities))
    }
}
