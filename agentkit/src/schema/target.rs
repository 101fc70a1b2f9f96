//! The dialects of JSON Schema that providers take.

use std::fmt;

/// A dialect of JSON Schema, as a provider takes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// `strict: true` on a function or `json_schema` format (`OpenAI` structured-outputs guide).
    OpenAiStrict,
    /// `strict: false`: nearly all of JSON Schema, as a hint to the model.
    OpenAiLoose,
    /// `strict: true` on a tool, or `output_config.format` (Anthropic structured-outputs guide).
    AnthropicStrict,
    /// A plain `input_schema`: JSON Schema 2020-12, as a hint to the model.
    AnthropicLoose,
    /// `parametersJsonSchema` and `responseJsonSchema` (Google Gen AI API, `GenerationConfig`).
    Gemini,
    /// What grammar compilers take: llama.cpp (GBNF) and vLLM (structured outputs).
    Grammar,
}

impl Target {
    /// All targets.
    pub const ALL: [Self; 6] = [
        Self::OpenAiStrict,
        Self::OpenAiLoose,
        Self::AnthropicStrict,
        Self::AnthropicLoose,
        Self::Gemini,
        Self::Grammar,
    ];

    /// The name on a command line, such as `openai-strict`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAiStrict => "openai-strict",
            Self::OpenAiLoose => "openai-loose",
            Self::AnthropicStrict => "anthropic-strict",
            Self::AnthropicLoose => "anthropic-loose",
            Self::Gemini => "gemini",
            Self::Grammar => "grammar",
        }
    }

    /// Whether the provider guarantees the schema that it is sent.
    pub const fn is_strict(self) -> bool {
        matches!(self, Self::OpenAiStrict | Self::AnthropicStrict)
    }

    /// Whether the schema goes out nearly as it is, as a hint.
    pub(super) const fn is_loose(self) -> bool {
        matches!(self, Self::OpenAiLoose | Self::AnthropicLoose)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
