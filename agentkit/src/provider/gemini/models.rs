//! What each family of Gemini models takes.
//!
//! Facts as of late 2026: the thinking and thought-signature guides of the Gemini API, google-genai 3.6.1
//! `types.py`, and pydantic-ai's `profiles/google.py`.

use serde_json::{Value, json};

use crate::model::{Capabilities, Effort, NativeOutput};
use crate::provider::ProviderError;

/// How a family of models is told to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Thinking {
    /// It does not think.
    None,
    /// By a budget of tokens: `thinkingConfig.thinkingBudget`.
    Budget {
        /// The largest budget.
        max: u32,
        /// Whether it takes a budget of 0.
        off: bool,
    },
    /// By a level: `thinkingConfig.thinkingLevel`, from `LOW` to `HIGH`. It cannot be switched off.
    Level,
}

/// One row of the table.
pub(super) struct Family {
    pub(super) prefix: &'static str,
    pub(super) thinking: Thinking,
    /// Has the function calling mode `VALIDATED`.
    pub(super) validated: bool,
    /// Takes tools and a JSON reply in one request.
    pub(super) native_with_tools: bool,
    /// Insists on thought signatures of the current turn's calls.
    pub(super) signatures: bool,
}

const fn old(prefix: &'static str) -> Family {
    Family { prefix, thinking: Thinking::None, validated: false, native_with_tools: false, signatures: false }
}

const fn budget(prefix: &'static str, max: u32, off: bool) -> Family {
    Family { thinking: Thinking::Budget { max, off }, validated: true, ..old(prefix) }
}

const fn level(prefix: &'static str) -> Family {
    Family { prefix, thinking: Thinking::Level, validated: true, native_with_tools: true, signatures: true }
}

/// The longest prefix of the model's name counts. A name that is not known is taken for a newest model.
const FAMILIES: &[Family] = &[
    level(""),
    old("gemini-1"),
    old("gemini-2.0"),
    budget("gemini-2.5-pro", 32_768, false),
    budget("gemini-2.5-flash", 24_576, true),
    budget("gemini-2.5-flash-lite", 24_576, true),
    level("gemini-3"),
];

/// The row for `model`.
pub(super) fn of(model: &str) -> &'static Family {
    let model = model.strip_prefix("models/").unwrap_or(model);
    let fits = FAMILIES.iter().filter(|family| model.starts_with(family.prefix));
    fits.max_by_key(|family| family.prefix.len()).unwrap_or(&FAMILIES[0])
}

/// The capabilities of a row.
pub(super) fn capabilities(family: &Family) -> Capabilities {
    Capabilities {
        tools: true,
        tool_choice_required: true,
        tool_choice_named: true,
        parallel_switch: false,
        strict_tools: family.validated,
        grammar: false,
        native_output: if family.native_with_tools { NativeOutput::Yes } else { NativeOutput::WithoutTools },
        images: true,
        documents: true,
        audio: true,
        streaming: true,
        sampling: true,
    }
}

/// The members of `thinkingConfig` that an effort stands for.
pub(super) fn told(thinking: Thinking, effort: Option<Effort>) -> Result<Option<Value>, ProviderError> {
    let Some(effort) = effort else { return Ok(None) };
    let refuse = |why| Err(ProviderError::unsupported("effort", why));
    Ok(Some(match (thinking, effort) {
        (Thinking::None, Effort::Off) => return Ok(None),
        (Thinking::None, _) => return refuse("the model does not think"),
        (Thinking::Budget { off: false, .. } | Thinking::Level, Effort::Off) => {
            return refuse("the model's thinking cannot be switched off; `Effort::Low` is the least");
        }
        (Thinking::Budget { max, .. }, effort) => {
            let tokens = match effort {
                Effort::Off => 0,
                Effort::Low => 1_024,
                Effort::Medium => 8_192,
                Effort::High => 16_384,
                Effort::Max => max,
            };
            json!({"thinkingBudget": tokens.min(max)})
        }
        (Thinking::Level, Effort::Low) => json!({"thinkingLevel": "LOW"}),
        (Thinking::Level, Effort::Medium) => json!({"thinkingLevel": "MEDIUM"}),
        (Thinking::Level, _) => json!({"thinkingLevel": "HIGH"}),
    }))
}
