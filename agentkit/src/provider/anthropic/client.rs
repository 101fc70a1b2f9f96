//! The provider over HTTP.

use std::sync::Arc;

use super::{AnthropicWire, EffortScale, Thinking};
use crate::model::Capabilities;
use crate::provider::Http;

/// Anthropic's Messages API. Reads `ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL` (without `/v1`).
///
/// ```
/// use agentkit::provider::Anthropic;
///
/// let model = Anthropic::new("claude-opus-4-8").from_env();
/// ```
pub type Anthropic = Http<AnthropicWire>;

impl Http<AnthropicWire> {
    /// The model of this name, such as `claude-opus-4-8`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self::over(AnthropicWire::new(model))
    }

    /// See [`AnthropicWire::version`].
    pub fn version(self, version: impl Into<Arc<str>>) -> Self {
        self.map_wire(|wire| wire.version(version))
    }

    /// See [`AnthropicWire::beta`].
    pub fn beta(self, beta: impl Into<Arc<str>>) -> Self {
        self.map_wire(|wire| wire.beta(beta))
    }

    /// See [`AnthropicWire::max_tokens`].
    pub fn max_tokens(self, max_tokens: u32) -> Self {
        self.map_wire(|wire| wire.max_tokens(max_tokens))
    }

    /// See [`AnthropicWire::thinking`].
    pub fn thinking(self, thinking: Thinking, scale: EffortScale) -> Self {
        self.map_wire(|wire| wire.thinking(thinking, scale))
    }

    /// See [`AnthropicWire::with_capabilities`].
    pub fn capabilities(self, capabilities: Capabilities) -> Self {
        self.map_wire(|wire| wire.with_capabilities(capabilities))
    }
}
