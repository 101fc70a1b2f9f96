//! How hard a model thinks, in each server's words.

use std::borrow::Cow;

use crate::model::Effort;

/// The word for each degree of effort; a degree without one is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EffortScale {
    /// [`Effort::Off`].
    pub off: Option<Cow<'static, str>>,
    /// [`Effort::Low`].
    pub low: Option<Cow<'static, str>>,
    /// [`Effort::Medium`].
    pub medium: Option<Cow<'static, str>>,
    /// [`Effort::High`].
    pub high: Option<Cow<'static, str>>,
    /// [`Effort::Max`].
    pub max: Option<Cow<'static, str>>,
}

/// The member that the word for the effort goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EffortField {
    /// `"reasoning_effort": WORD`.
    ReasoningEffort,
    /// `"reasoning": {"effort": WORD}` (OpenRouter).
    ReasoningObject,
}

impl EffortScale {
    /// No degree at all: effort cannot be set.
    pub const NONE: Self = Self { off: None, low: None, medium: None, high: None, max: None };

    /// `low`, `medium` and `high`, which is also the maximum; it cannot be switched off.
    pub const LOW_TO_HIGH: Self = Self::words(None, "high");

    /// `none`, `low`, `medium` and `high`, which is also the maximum.
    pub const NONE_TO_HIGH: Self = Self::words(Some("none"), "high");

    /// `low`, `medium`, `high`, and further words for off, if it can be, and for the maximum.
    pub const fn words(off: Option<&'static str>, max: &'static str) -> Self {
        Self {
            off: match off {
                Some(word) => Some(Cow::Borrowed(word)),
                None => None,
            },
            low: Some(Cow::Borrowed("low")),
            medium: Some(Cow::Borrowed("medium")),
            high: Some(Cow::Borrowed("high")),
            max: Some(Cow::Borrowed(max)),
        }
    }

    /// The word for a degree.
    pub fn word(&self, effort: Effort) -> Option<&str> {
        match effort {
            Effort::Off => self.off.as_deref(),
            Effort::Low => self.low.as_deref(),
            Effort::Medium => self.medium.as_deref(),
            Effort::High => self.high.as_deref(),
            Effort::Max => self.max.as_deref(),
        }
    }
}
