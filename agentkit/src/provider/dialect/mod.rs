//! How servers differ that speak OpenAI's Chat Completions format: a dialect is data, and a user can write one.

mod effort;
mod family;
mod host;
mod known;

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::wire::Endpoint;
use crate::model::{Capabilities, NativeOutput};

pub use effort::{EffortField, EffortScale};
pub use family::{ChatTools, ModelFamily, Sampling};

/// What one server takes and sends, where servers of this format differ.
///
/// Start from a known one or from [`Dialect::compatible`], and change its fields:
///
/// ```
/// use agentkit::provider::OpenAiChat;
/// use agentkit::provider::dialect::{Dialect, ReasoningReplay};
///
/// let mut dialect = Dialect::compatible("acme", "https://llm.acme.example/v1");
/// dialect.endpoint.key_variable = "ACME_KEY".into();
/// dialect.capabilities.images = true;
/// dialect.reasoning_replay = ReasoningReplay::Text("reasoning_content".into());
/// let model = OpenAiChat::new("acme-large").dialect(dialect).from_env();
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "a table of independent yes-or-no facts")]
pub struct Dialect {
    /// The server's kind, such as `openrouter`; it stands in errors, and as the origin of messages.
    pub name: Cow<'static, str>,
    /// Where it is and how it is told the key.
    pub endpoint: Endpoint,
    /// The path behind the base URL.
    pub path: Cow<'static, str>,
    /// What it takes; what is off is refused before anything is sent.
    pub capabilities: Capabilities,
    /// The member that limits a reply's tokens.
    pub max_tokens: MaxTokens,
    /// The role of the instructions' message.
    pub system_role: SystemRole,
    /// How one tool is forced.
    pub named_choice: NamedChoice,
    /// The member for the seed; empty where there is none.
    pub seed: Cow<'static, str>,
    /// Whether usage in a stream has to be asked for (`stream_options.include_usage`).
    pub stream_usage: bool,
    /// Whether reasoning goes back with the message that it came with.
    pub reasoning_replay: ReasoningReplay,
    /// Whether reasoning stands at the start of the text, in `<think>` tags.
    pub think_tags: bool,
    /// Whether an image may be a URL that the server fetches.
    pub image_urls: bool,
    /// Whether an assistant message may have a `refusal`; else a refusal goes back as text.
    pub refusal_field: bool,
    /// Whether a call's arguments may go back as the model wrote them even if they are not a JSON object.
    /// Where not, such arguments go back as `{"INVALID_JSON": "…"}`.
    pub any_arguments: bool,
    /// Whether a user message may follow tool results; else what it says goes with the last result.
    pub user_after_tool: bool,
    /// Whether ids of calls have to be nine letters and digits (Mistral); others are mapped onto such.
    pub short_call_ids: bool,
    /// How effort is asked for, for models that are in no family.
    pub effort: EffortScale,
    /// The member that effort goes into.
    pub effort_field: EffortField,
    /// How a grammar is asked for.
    pub grammar: Grammar,
    /// How often a 5xx is tried again at most.
    pub server_error_retries: u32,
    /// What is particular to families of models, told apart by name.
    pub families: Cow<'static, [ModelFamily]>,
    /// Further members of every request body.
    pub extra: Map<String, Value>,
}

/// The member that limits a reply's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MaxTokens {
    /// `max_tokens`.
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

/// The role of the instructions' message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SystemRole {
    /// `system`.
    System,
    /// `developer`.
    Developer,
    /// `user`, for models without a role for instructions.
    User,
}

/// How one tool is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamedChoice {
    /// By `tool_choice` with its name.
    Object,
    /// By offering it alone, with `tool_choice: "required"`; no tools at all are offered where none may be
    /// called. For servers that take `tool_choice` as a word only.
    OnlyTool,
}

/// Whether reasoning goes back with the message that it came with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReasoningReplay {
    /// No.
    Never,
    /// As text, in the member of this name.
    Text(Cow<'static, str>),
    /// As `reasoning_details`, untouched (OpenRouter).
    Details,
}

/// How a grammar is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// There is none.
    None,
    /// vLLM: `structured_outputs: {"json": …}` for the reply; calls are held to their schemas where one is
    /// forced.
    StructuredOutputs,
    /// llama.cpp: `json_schema` for the reply; calls are always held to their schemas.
    JsonSchema,
}

impl Dialect {
    /// A server about which nothing is known but that it takes tools: every option beyond is off until it
    /// is switched on.
    pub fn compatible(name: impl Into<Cow<'static, str>>, base_url: impl Into<Cow<'static, str>>) -> Self {
        let capabilities = Capabilities { streaming: true, ..Capabilities::default() };
        Self {
            name: name.into(),
            endpoint: Endpoint::new(base_url, "").keyless(),
            path: "/chat/completions".into(),
            capabilities,
            max_tokens: MaxTokens::MaxTokens,
            system_role: SystemRole::System,
            named_choice: NamedChoice::Object,
            seed: "seed".into(),
            stream_usage: true,
            reasoning_replay: ReasoningReplay::Never,
            think_tags: false,
            image_urls: false,
            refusal_field: false,
            any_arguments: false,
            user_after_tool: true,
            short_call_ids: false,
            effort: EffortScale::NONE,
            effort_field: EffortField::ReasoningEffort,
            grammar: Grammar::None,
            server_error_retries: u32::MAX,
            families: Cow::Borrowed(&[]),
            extra: Map::new(),
        }
    }

    /// The family of a model: the one with the longest prefix of its name.
    pub fn family(&self, model: &str) -> Option<&ModelFamily> {
        let fitting = self.families.iter().filter(|family| model.starts_with(&*family.prefix));
        fitting.max_by_key(|family| family.prefix.len())
    }

    /// What a model takes.
    pub fn capabilities_of(&self, model: &str) -> Capabilities {
        let mut capabilities = self.capabilities.clone();
        if let Some(family) = self.family(model) {
            capabilities.sampling &= family.sampling != Sampling::Never;
            capabilities.audio |= family.audio;
            if family.tools == ChatTools::Never {
                capabilities.tools = false;
            }
            if !family.native_output {
                capabilities.native_output = NativeOutput::No;
            }
        }
        capabilities
    }
}
