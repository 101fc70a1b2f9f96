//! The table of features in the documentation says what the capability tables say.

use agentkit::model::{Capabilities, NativeOutput};
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire};

const DOCUMENTATION: &str = include_str!("../../agentkit/src/provider/mod.rs");

fn row(name: &str, capabilities: &Capabilities) -> String {
    let native = match capabilities.native_output {
        NativeOutput::Yes => "yes",
        NativeOutput::WithoutTools => "without tools",
        _ => "–",
    };
    let mark = |has: bool| if has { "yes" } else { "–" };
    let cells = [
        mark(capabilities.tools),
        mark(capabilities.tool_choice_required),
        mark(capabilities.tool_choice_named),
        mark(capabilities.parallel_switch),
        mark(capabilities.strict_tools),
        mark(capabilities.grammar),
        native,
        mark(capabilities.images),
        mark(capabilities.documents),
        mark(capabilities.audio),
        mark(capabilities.streaming),
        mark(capabilities.sampling),
    ];
    format!("//! | {name} | {} |", cells.join(" | "))
}

#[test]
fn the_table_is_true() {
    let chat =
        |dialect: Dialect, model: &str| -> Box<dyn Wire> { Box::new(OpenAiChatWire::new(model, dialect)) };
    let rows: Vec<(&str, Box<dyn Wire>)> = vec![
        ("`OpenAiResponses`, `gpt-5.6`", Box::new(OpenAiResponsesWire::new("gpt-5.6"))),
        ("`OpenAiResponses`, `o3`", Box::new(OpenAiResponsesWire::new("o3"))),
        ("`Anthropic`, `claude-opus-5-5`", Box::new(AnthropicWire::new("claude-opus-5-5"))),
        ("`Anthropic`, `claude-opus-5`", Box::new(AnthropicWire::new("claude-opus-5"))),
        ("`Anthropic`, `claude-sonnet-4-5`", Box::new(AnthropicWire::new("claude-sonnet-4-5"))),
        ("`Gemini`, `gemini-3-pro-preview`", Box::new(GeminiWire::new("gemini-3-pro-preview"))),
        ("`Gemini`, `gemini-2.5-flash`", Box::new(GeminiWire::new("gemini-2.5-flash"))),
        ("`OpenAiChat`, `gpt-4.1`", chat(Dialect::openai(), "gpt-4.1")),
        ("… `Dialect::azure`", chat(Dialect::azure(), "gpt-4.1")),
        ("… `Dialect::openrouter`", chat(Dialect::openrouter(), "any")),
        ("… `Dialect::ollama`", chat(Dialect::ollama(), "any")),
        ("… `Dialect::vllm`", chat(Dialect::vllm(), "any")),
        ("… `Dialect::llama_cpp`", chat(Dialect::llama_cpp(), "any")),
        ("… `Dialect::deepseek`", chat(Dialect::deepseek(), "any")),
        ("… `Dialect::groq`", chat(Dialect::groq(), "any")),
        ("… `Dialect::mistral`", chat(Dialect::mistral(), "any")),
        ("… `Dialect::xai`", chat(Dialect::xai(), "any")),
        ("… `Dialect::compatible`", chat(Dialect::compatible("any", "http://localhost"), "any")),
    ];
    let table: Vec<_> = rows.iter().map(|(name, wire)| row(name, &wire.capabilities())).collect();
    let found: Vec<_> = DOCUMENTATION
        .lines()
        .filter(|line| line.starts_with("//! | `") || line.starts_with("//! | …"))
        .collect();
    assert_eq!(found, table, "the table should read\n{}", table.join("\n"));
}
