//! What each family of models behind the Responses API takes.
//!
//! Facts as of late 2026: OpenAI's reasoning and latest-model guides, and pydantic-ai's
//! `profiles/openai.py`, which was checked against the live API.

use crate::model::{Capabilities, Effort, NativeOutput};
use crate::provider::ProviderError;

/// The efforts that `reasoning.effort` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reasoning {
    /// The model does not reason; the member is refused.
    None,
    /// It reasons as it sees fit: the member is refused.
    Fixed,
    /// It takes the words from `least` to `most`, which are on the scale `low`, `medium`, `high`, `xhigh`.
    Scale {
        /// Whether `none` switches reasoning off.
        off: bool,
        /// Whether it reasons if it is told nothing.
        default_on: bool,
        /// The least effort that it takes, `Off` aside.
        least: Effort,
        /// The word for the most it takes, such as `high` or `xhigh`.
        most: &'static str,
    },
}

/// One row of the table.
pub(super) struct Family {
    pub(super) prefix: &'static str,
    pub(super) reasoning: Reasoning,
    /// Whether it is OpenAI's, and returns encrypted reasoning.
    pub(super) encrypted: bool,
    /// Takes a schema for the reply and strict tools.
    pub(super) structured: bool,
}

const fn family(prefix: &'static str, reasoning: Reasoning) -> Family {
    Family { prefix, reasoning, encrypted: !matches!(reasoning, Reasoning::None), structured: true }
}

const fn scale(off: bool, default_on: bool, most: &'static str) -> Reasoning {
    Reasoning::Scale { off, default_on, least: Effort::Low, most }
}

const fn from(least: Effort, most: &'static str) -> Reasoning {
    Reasoning::Scale { off: false, default_on: true, least, most }
}

/// Reasons always, up to `high`: the first GPT-5 and the o-series.
const ALWAYS: Reasoning = scale(false, true, "high");

/// The longest prefix of the model's name counts. A name that is not known is some other server's: efforts are
/// passed on, and nothing is asked for that only OpenAI has.
const FAMILIES: &[Family] = &[
    Family { prefix: "", reasoning: scale(true, false, "high"), encrypted: false, structured: true },
    Family { structured: false, ..family("gpt-3", Reasoning::None) },
    Family { structured: false, ..family("gpt-4", Reasoning::None) },
    family("gpt-4o", Reasoning::None),
    family("gpt-4.1", Reasoning::None),
    family("chatgpt-4o", Reasoning::None),
    family("o1", ALWAYS),
    family("o3", ALWAYS),
    family("o4", ALWAYS),
    family("gpt-5", ALWAYS),
    family("gpt-5-chat", Reasoning::None),
    family("gpt-5-pro", from(Effort::High, "high")),
    family("gpt-5.1", scale(true, false, "high")),
    family("gpt-5.1-chat", Reasoning::Fixed),
    family("gpt-5.1-codex", scale(false, true, "high")),
    family("gpt-5.1-codex-max", scale(false, true, "xhigh")),
    family("gpt-5.2", scale(true, false, "xhigh")),
    family("gpt-5.2-chat", Reasoning::Fixed),
    family("gpt-5.2-pro", from(Effort::Medium, "xhigh")),
    family("gpt-5.3", scale(true, false, "xhigh")),
    family("gpt-5.3-chat", Reasoning::Fixed),
    family("gpt-5.4", scale(true, false, "xhigh")),
    family("gpt-5.4-pro", from(Effort::Medium, "xhigh")),
    family("gpt-5.5", scale(true, true, "xhigh")),
    family("gpt-5.5-pro", from(Effort::Medium, "xhigh")),
    family("gpt-5.6", scale(true, true, "xhigh")),
    family("gpt-6", scale(true, true, "xhigh")),
    family("gpt-6-astra", scale(false, true, "xhigh")),
    family("gpt-6.1-sol", scale(false, true, "xhigh")),
    Family { encrypted: false, ..family("gpt-oss", ALWAYS) },
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
        tool_choice_required: true,
        tool_choice_named: true,
        parallel_switch: true,
        strict_tools: family.structured,
        grammar: false,
        native_output: if family.structured { NativeOutput::Yes } else { NativeOutput::No },
        images: true,
        documents: true,
        audio: false,
        streaming: true,
        sampling: match family.reasoning {
            Reasoning::None => true,
            Reasoning::Fixed => false,
            Reasoning::Scale { off, .. } => off,
        },
    }
}

impl Reasoning {
    /// Whether the model reasons when it is told `effort`.
    pub(super) fn is_on(self, effort: Option<Effort>) -> bool {
        match (self, effort) {
            (Self::None, _) => false,
            (Self::Fixed, _) => true,
            (Self::Scale { default_on, .. }, None) => default_on,
            (Self::Scale { .. }, Some(effort)) => effort != Effort::Off,
        }
    }

    /// The word for an effort.
    pub(super) fn word(self, effort: Option<Effort>) -> Result<Option<&'static str>, ProviderError> {
        let Some(effort) = effort else { return Ok(None) };
        let refuse = |why: &str| Err(ProviderError::unsupported("effort", why));
        match (self, effort) {
            (Self::None, Effort::Off) => Ok(None),
            (Self::None, _) => refuse("the model does not reason"),
            (Self::Fixed, _) => refuse("the model's effort is fixed"),
            (Self::Scale { off: true, .. }, Effort::Off) => Ok(Some("none")),
            (Self::Scale { off: false, .. }, Effort::Off) => {
                refuse("the model's reasoning cannot be switched off")
            }
            (Self::Scale { least, .. }, effort) if effort < least => {
                refuse("the model reasons harder than that, always")
            }
            (Self::Scale { .. }, Effort::Low) => Ok(Some("low")),
            (Self::Scale { .. }, Effort::Medium) => Ok(Some("medium")),
            (Self::Scale { .. }, Effort::High) => Ok(Some("high")),
            (Self::Scale { most, .. }, Effort::Max) => Ok(Some(most)),
        }
    }
}
