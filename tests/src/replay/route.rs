//! Which provider serves a path.

use agentkit::provider::wire::Wire;
use agentkit::provider::{Anthropic, Gemini, OpenAiResponses};

use super::cassette::Interaction;
use super::expect::Api;

/// The provider that `interaction` was recorded with.
pub(super) fn route(interaction: &Interaction) -> Result<(Api, Box<dyn Wire>), String> {
    let path = interaction.request.path.split(['?', '#']).next().unwrap_or_default();
    let model = interaction.model();
    Ok(if path.ends_with("/messages") {
        (Api::Anthropic, Box::new(Anthropic::new(model)))
    } else if path.ends_with("/responses") {
        (Api::Responses, Box::new(OpenAiResponses::new(model)))
    } else if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        (Api::Gemini, Box::new(Gemini::new(model)))
    } else {
        return Err(format!("no provider serves the path {path}"));
    })
}
