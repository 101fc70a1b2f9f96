//! Which provider serves a path.

use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire};

use super::cassette::Interaction;
use super::expect::Api;

/// The provider that `interaction` was recorded with, if it is a model's call.
pub(super) fn route(interaction: &Interaction) -> Option<(Api, Box<dyn Wire>)> {
    if interaction.request.method != "POST" {
        return None;
    }
    let path = interaction.request.path.split(['?', '#']).next().unwrap_or_default();
    let model = interaction.model();
    Some(if path.ends_with("/messages") {
        (Api::Anthropic, Box::new(AnthropicWire::new(model)))
    } else if path.ends_with("/chat/completions") {
        let dialect = Dialect::of_host(&interaction.request.host);
        (Api::Chat, Box::new(OpenAiChatWire::new(model, dialect)))
    } else if path.ends_with("/responses") {
        (Api::Responses, Box::new(OpenAiResponsesWire::new(model)))
    } else if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        (Api::Gemini, Box::new(GeminiWire::new(model)))
    } else {
        return None;
    })
}
