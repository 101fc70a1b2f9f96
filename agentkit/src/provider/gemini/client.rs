//! The provider over HTTP.

use std::sync::Arc;

use super::{GeminiWire, Thinking};
use crate::model::Capabilities;
use crate::provider::Http;

/// Google's Gemini API. Reads `GEMINI_API_KEY` and `GOOGLE_GEMINI_BASE_URL` (without `/v1beta`).
///
/// ```
/// use agentkit::provider::Gemini;
///
/// let model = Gemini::new("gemini-3-pro-preview").from_env();
/// ```
pub type Gemini = Http<GeminiWire>;

impl Http<GeminiWire> {
    /// The model of this name, such as `gemini-3-pro-preview`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self::over(GeminiWire::new(model))
    }

    /// See [`GeminiWire::thinking`].
    pub fn thinking(self, thinking: Thinking) -> Self {
        self.map_wire(|wire| wire.thinking(thinking))
    }

    /// See [`GeminiWire::include_thoughts`].
    pub fn include_thoughts(self, include: bool) -> Self {
        self.map_wire(|wire| wire.include_thoughts(include))
    }

    /// See [`GeminiWire::signatures`].
    pub fn signatures(self, insists: bool) -> Self {
        self.map_wire(|wire| wire.signatures(insists))
    }

    /// See [`GeminiWire::with_capabilities`].
    pub fn capabilities(self, capabilities: Capabilities) -> Self {
        self.map_wire(|wire| wire.with_capabilities(capabilities))
    }
}
