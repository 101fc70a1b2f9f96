//! What each family of Claude models takes.
//!
//! Facts as of late 2026: the model migration guide of Anthropic's `claude-api` skill, and pydantic-ai's
//! `profiles/anthropic.py`, which was checked against the live API.

use crate::model::{Capabilities, Effort, NativeOutput};
use crate::provider::ProviderError;

/// How a family of models thinks, and how it is told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Thinking {
    /// It does not.
    None,
    /// By a budget of tokens: `thinking: {type: "enabled", budget_tokens}`. It does not think unless told.
    /// A forced tool choice and a temperature are refused while it thinks.
    Budget,
    /// As much as it sees fit: `thinking: {type: "adaptive"}`, steered by `output_config.effort`.
    Adaptive {
        /// Whether it can be switched off, by `thinking: {type: "disabled"}`.
        off: bool,
    },
}

/// The efforts that `output_config.effort` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EffortScale {
    /// The member is refused.
    None,
    /// `low`, `medium`, `high`.
    High,
    /// Those and `max`.
    Max,
}

/// One row of the table.
pub(super) struct Family {
    pub(super) prefix: &'static str,
    pub(super) thinking: Thinking,
    pub(super) effort: EffortScale,
    /// Takes `tool_choice` `any` and `tool`.
    pub(super) forced: bool,
    /// Takes `temperature` and `top_p`.
    pub(super) sampling: bool,
    /// Has structured outputs: `output_config.format` and strict tools.
    pub(super) structured: bool,
    /// The default of `max_tokens`.
    pub(super) max_tokens: u32,
}

const fn family(prefix: &'static str, thinking: Thinking, effort: EffortScale) -> Family {
    Family {
        prefix,
        thinking,
        effort,
        forced: true,
        sampling: true,
        structured: true,
        max_tokens: match thinking {
            Thinking::Adaptive { .. } => ADAPTIVE_MAX_TOKENS,
            _ => MAX_TOKENS,
        },
    }
}

impl Family {
    const fn no_sampling(mut self) -> Self {
        self.sampling = false;
        self
    }
    const fn no_forcing(mut self) -> Self {
        self.forced = false;
        self
    }
    const fn unstructured(mut self) -> Self {
        self.structured = false;
        self
    }
    const fn max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = max_tokens;
        self
    }
}

/// The default of `max_tokens` for models that do not think, or think by a budget (which is added).
const MAX_TOKENS: u32 = 8_192;
/// For those that think as they see fit, within `max_tokens`; the most that Anthropic's own client sends
/// without streaming is 21 333.
const ADAPTIVE_MAX_TOKENS: u32 = 20_000;

const ADAPTIVE: Thinking = Thinking::Adaptive { off: true };
const ALWAYS: Thinking = Thinking::Adaptive { off: false };

/// The longest prefix of the model's name counts.
const FAMILIES: &[Family] = &[
    // A name that is not known: nothing is presumed that some model would refuse.
    family("", ALWAYS, EffortScale::Max).no_sampling().no_forcing(),
    family("claude-3", Thinking::None, EffortScale::None).unstructured().max_tokens(4_096),
    family("claude-3-5", Thinking::None, EffortScale::None).unstructured(),
    family("claude-3-7", Thinking::Budget, EffortScale::None).unstructured(),
    family("claude-opus-4", Thinking::Budget, EffortScale::None).unstructured(),
    family("claude-sonnet-4", Thinking::Budget, EffortScale::None).unstructured(),
    family("claude-opus-4-1", Thinking::Budget, EffortScale::None),
    family("claude-sonnet-4-5", Thinking::Budget, EffortScale::None),
    family("claude-haiku-4-5", Thinking::Budget, EffortScale::None),
    family("claude-opus-4-5", Thinking::Budget, EffortScale::High),
    family("claude-sonnet-4-6", ADAPTIVE, EffortScale::Max),
    family("claude-opus-4-6", ADAPTIVE, EffortScale::Max),
    family("claude-opus-4-7", ADAPTIVE, EffortScale::Max).no_sampling(),
    family("claude-opus-4-8", ADAPTIVE, EffortScale::Max).no_sampling(),
    family("claude-sonnet-5", ADAPTIVE, EffortScale::Max).no_sampling(),
    family("claude-opus-5", ADAPTIVE, EffortScale::Max).no_sampling(),
    family("claude-haiku-5-5", ADAPTIVE, EffortScale::Max).no_sampling(),
    family("claude-sonnet-5-5", ALWAYS, EffortScale::Max).no_sampling().no_forcing(),
    family("claude-opus-5-5", ALWAYS, EffortScale::Max).no_sampling().no_forcing(),
    family("claude-fable", ALWAYS, EffortScale::Max).no_sampling().no_forcing(),
    family("claude-mythos", ALWAYS, EffortScale::Max).no_sampling().no_forcing(),
];

/// The row for `model`.
pub(super) fn of(model: &str) -> &'static Family {
    let fits = FAMILIES.iter().filter(|family| model.starts_with(family.prefix));
    fits.max_by_key(|family| family.prefix.len()).unwrap_or(&FAMILIES[0])
}

/// The capabilities of a row.
pub(super) fn capabilities(family: &Family) -> Capabilities {
    Capabilities {
        tools: true,
        tool_choice_required: family.forced,
        tool_choice_named: family.forced,
        parallel_switch: true,
        strict_tools: family.structured,
        grammar: false,
        native_output: if family.structured { NativeOutput::Yes } else { NativeOutput::No },
        images: true,
        documents: true,
        audio: false,
        streaming: true,
        sampling: family.sampling,
    }
}

/// What the wire is told of an effort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Told {
    /// The value of `thinking`.
    pub(super) thinking: Option<Mode>,
    /// The value of `output_config.effort`.
    pub(super) effort: Option<&'static str>,
}

/// A value of `thinking`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Disabled,
    Adaptive,
    Budget(u32),
}

impl Told {
    /// The tokens that are set aside for thinking.
    pub(super) fn budget(self) -> Option<u32> {
        match self.thinking {
            Some(Mode::Budget(tokens)) => Some(tokens),
            _ => None,
        }
    }
}

/// The budget of an effort. The largest makes 32 000 together with the default of `max_tokens`, which is
/// the smallest output limit among the models that think by a budget (Claude Opus 4).
const fn budget(effort: Effort) -> u32 {
    match effort {
        Effort::Off => 0,
        Effort::Low => 2_048,
        Effort::Medium => 8_192,
        Effort::High => 16_384,
        Effort::Max => 23_808,
    }
}

const fn word(scale: EffortScale, effort: Effort) -> Option<&'static str> {
    match (scale, effort) {
        (EffortScale::None, _) | (_, Effort::Off) => None,
        (_, Effort::Low) => Some("low"),
        (_, Effort::Medium) => Some("medium"),
        (_, Effort::High) | (EffortScale::High, Effort::Max) => Some("high"),
        (EffortScale::Max, Effort::Max) => Some("max"),
    }
}

/// Maps an effort.
pub(super) fn told(
    thinking: Thinking,
    scale: EffortScale,
    effort: Option<Effort>,
) -> Result<Told, ProviderError> {
    let Some(effort) = effort else { return Ok(Told::default()) };
    let mode = match (thinking, effort) {
        (Thinking::None, Effort::Off) => return Ok(Told::default()),
        (Thinking::None, _) => {
            return Err(ProviderError::unsupported("effort", "the model does not think"));
        }
        (Thinking::Budget | Thinking::Adaptive { off: true }, Effort::Off) => Mode::Disabled,
        (Thinking::Adaptive { off: false }, Effort::Off) => {
            let why = "the model's thinking cannot be switched off; `Effort::Low` is the least";
            return Err(ProviderError::unsupported("effort", why));
        }
        (Thinking::Budget, effort) => Mode::Budget(budget(effort)),
        (Thinking::Adaptive { .. }, _) => Mode::Adaptive,
    };
    Ok(Told { thinking: Some(mode), effort: word(scale, effort) })
}
