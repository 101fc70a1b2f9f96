//! What can be asked of a model beside the conversation.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Sampling, length and effort. What is unset is left to the provider.
///
/// An option that the provider or the model cannot honour is an error before anything is sent, never
/// dropped.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Settings {
    /// The most tokens of one reply, reasoning included.
    pub max_tokens: Option<u32>,
    /// Randomness, from 0 to the provider's maximum (1 or 2).
    pub temperature: Option<f64>,
    /// Nucleus sampling, from 0 to 1.
    pub top_p: Option<f64>,
    /// A seed for sampling, where there is one.
    pub seed: Option<u64>,
    /// Texts that end the reply.
    pub stop: Vec<String>,
    /// How hard the model thinks.
    pub effort: Option<Effort>,
    /// Whether the model may ask for several calls in one turn.
    pub parallel_tool_calls: Option<bool>,
    /// How a call's arguments are held to their schema on the provider's side.
    pub constraint: ToolConstraint,
    /// Whether to mark the prompt for the provider's cache, where marks are needed.
    pub prompt_cache: bool,
    /// Further members of the request body, as the provider names them; they win over agentkit's own.
    pub extra: Map<String, Value>,
}

/// How hard the model thinks, mapped to each provider's own scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Not at all.
    Off,
    /// A little.
    Low,
    /// The middle of the provider's scale.
    Medium,
    /// A lot.
    High,
    /// As much as the model can.
    Max,
}

/// How the provider holds a call's arguments to their schema.
///
/// Whatever is chosen, arguments are checked against the full schema when they arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolConstraint {
    /// Not at all.
    None,
    /// By the provider's strict mode, for each tool whose schema provably fits it; the others go out
    /// unconstrained, and [`Agent::explain`](crate::Agent::explain) says which and why.
    #[default]
    Strict,
    /// By a grammar (vLLM, llama.cpp); an error on a provider that has none.
    Grammar,
}
