//! Strict if it can be proved, loose if not, and why.

use serde_json::Value;

use super::{LowerError, Lowered, Refusal, Target, lower};

/// Providers that have both a strict and a loose form of schema.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// [`Target::OpenAiStrict`], else [`Target::OpenAiLoose`].
    OpenAi,
    /// [`Target::AnthropicStrict`], else [`Target::AnthropicLoose`].
    Anthropic,
}

impl Family {
    /// The strict form, then the loose one.
    pub const fn targets(self) -> (Target, Target) {
        match self {
            Self::OpenAi => (Target::OpenAiStrict, Target::OpenAiLoose),
            Self::Anthropic => (Target::AnthropicStrict, Target::AnthropicLoose),
        }
    }
}

/// The form that was chosen for a schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The target that the schema was lowered to.
    pub target: Target,
    /// The schema to send, and what was done to it.
    pub lowered: Lowered,
    /// Whether to send `strict: true`.
    pub strict: bool,
    /// Why it is not strict, by path; empty if it is.
    pub why_not: Vec<Refusal>,
}

/// Lowers a schema to the strict form if that can be proved, else to the loose one, and says why.
/// Anthropic's limits for a whole request are the caller's to add up: see [`strict_cost`](super::strict_cost).
///
/// # Errors
/// [`LowerError`] if the family takes the schema in neither form.
pub fn best(schema: &Value, family: Family) -> Result<Choice, LowerError> {
    let (strict, loose) = family.targets();
    match lower(schema, strict) {
        Ok(lowered) => Ok(Choice { target: strict, lowered, strict: true, why_not: Vec::new() }),
        Err(error) => {
            let lowered = lower(schema, loose)?;
            Ok(Choice { target: loose, lowered, strict: false, why_not: error.refusals })
        }
    }
}
