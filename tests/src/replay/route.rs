//! Which provider serves a path.

use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, ChatWire, Dialect, GeminiWire, OpenAiResponsesWire};

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
    } else if path.ends_with("/responses") {
        (Api::Responses, Box::new(OpenAiResponsesWire::new(model)))
    } else if path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent") {
        (Api::Gemini, Box::new(GeminiWire::new(model)))
    } else if path.ends_with("/chat/completions") {
        (Api::Chat, Box::new(ChatWire::new(model, dialect(&interaction.request.host))))
    } else {
        return None;
    })
}

/// The dialect of the server at `host`.
fn dialect(host: &str) -> Dialect {
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    let local = match port {
        "8000" => Dialect::vllm,
        "8080" => Dialect::llama_cpp,
        _ => Dialect::ollama,
    };
    let known: [(&str, fn() -> Dialect); 9] = [
        ("openai.com", Dialect::openai),
        ("azure.com", Dialect::azure),
        ("ollama.com", Dialect::ollama),
        ("openrouter.ai", Dialect::openrouter),
        ("deepseek.com", Dialect::deepseek),
        ("groq.com", Dialect::groq),
        ("mistral.ai", Dialect::mistral),
        ("x.ai", Dialect::xai),
        ("localhost", local),
    ];
    let of =
        |domain: &str| name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    match known.iter().find(|(domain, _)| of(domain)) {
        Some((_, dialect)) => dialect(),
        None => Dialect::compatible("compatible", format!("https://{host}")),
    }
}
