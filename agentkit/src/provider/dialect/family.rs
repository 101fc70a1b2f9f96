//! What is particular to families of models on OpenAI's own host.
//!
//! The facts are those of OpenAI's guides on reasoning, on the latest models and on moving to the Responses
//! API. Nothing else is concluded from a model's name, and [`Dialect::families`](super::Dialect::families)
//! can be replaced.

use std::borrow::Cow;

use super::EffortScale;

/// What holds for all models whose names begin alike.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "a table of independent yes-or-no facts")]
pub struct ModelFamily {
    /// How their names begin. The longest one that fits counts.
    pub prefix: Cow<'static, str>,
    /// How effort is asked for.
    pub effort: EffortScale,
    /// When they take tools in this format.
    pub tools: ChatTools,
    /// When they take temperature and top-p.
    pub sampling: Sampling,
    /// Whether they take texts that end the reply.
    pub stop: bool,
    /// Whether they take sound.
    pub audio: bool,
    /// Whether they take a schema for the reply.
    pub native_output: bool,
    /// Whether they are served in this format at all.
    pub served: bool,
}

/// When a model takes tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChatTools {
    /// Always.
    Always,
    /// Without effort; unset counts as off, since that is the default.
    WithoutEffort,
    /// With effort switched off expressly, since it is on by default.
    EffortOff,
    /// Never in this format.
    Never,
}

/// When a model takes temperature and top-p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sampling {
    /// Always.
    Always,
    /// Without effort; unset counts as off, since that is the default.
    WithoutEffort,
    /// With effort switched off expressly, since it is on by default.
    EffortOff,
    /// Never.
    Never,
}

impl ModelFamily {
    /// A family about which nothing particular is known.
    pub const fn new(prefix: &'static str) -> Self {
        Self::reasoning(prefix, EffortScale::NONE, ChatTools::Always, Sampling::Always)
    }

    const fn reasoning(
        prefix: &'static str,
        effort: EffortScale,
        tools: ChatTools,
        sampling: Sampling,
    ) -> Self {
        Self {
            prefix: Cow::Borrowed(prefix),
            effort,
            tools,
            sampling,
            stop: true,
            audio: false,
            native_output: true,
            served: true,
        }
    }

    const fn without_stop(mut self) -> Self {
        self.stop = false;
        self
    }

    const fn with_audio(prefix: &'static str) -> Self {
        let mut family = Self::new(prefix);
        family.audio = true;
        family.native_output = false;
        family
    }

    const fn not_served(prefix: &'static str) -> Self {
        let mut family = Self::new(prefix);
        family.served = false;
        family
    }
}

const UP_TO_XHIGH: EffortScale = EffortScale::words(Some("none"), "xhigh");
const UP_TO_MAX: EffortScale = EffortScale::words(Some("none"), "max");
const NEVER_OFF: EffortScale = EffortScale::words(None, "max");

/// OpenAI's models.
pub(super) static OPENAI: &[ModelFamily] = &[
    ModelFamily::new("gpt-3.5"),
    ModelFamily::new("gpt-4"),
    ModelFamily::with_audio("gpt-4o-audio"),
    ModelFamily::with_audio("gpt-4o-mini-audio"),
    ModelFamily::with_audio("gpt-audio"),
    ModelFamily::reasoning("o1", EffortScale::LOW_TO_HIGH, ChatTools::Always, Sampling::Never),
    ModelFamily::reasoning("o3", EffortScale::LOW_TO_HIGH, ChatTools::Always, Sampling::Never).without_stop(),
    ModelFamily::reasoning("o4-mini", EffortScale::LOW_TO_HIGH, ChatTools::Always, Sampling::Never)
        .without_stop(),
    ModelFamily::reasoning("gpt-5", EffortScale::LOW_TO_HIGH, ChatTools::Always, Sampling::Never),
    // A later member of the fifth generation than those below is taken to be like the last one.
    ModelFamily::reasoning("gpt-5.", UP_TO_MAX, ChatTools::EffortOff, Sampling::EffortOff),
    ModelFamily::reasoning("gpt-5.1", EffortScale::NONE_TO_HIGH, ChatTools::Always, Sampling::WithoutEffort),
    ModelFamily::reasoning("gpt-5.2", UP_TO_XHIGH, ChatTools::Always, Sampling::WithoutEffort),
    ModelFamily::reasoning("gpt-5.3", UP_TO_XHIGH, ChatTools::Always, Sampling::WithoutEffort),
    ModelFamily::reasoning("gpt-5.4", UP_TO_XHIGH, ChatTools::WithoutEffort, Sampling::WithoutEffort),
    ModelFamily::reasoning("gpt-5.5", UP_TO_XHIGH, ChatTools::EffortOff, Sampling::EffortOff),
    ModelFamily::not_served("gpt-5.5-pro"),
    ModelFamily::reasoning("gpt-6", UP_TO_MAX, ChatTools::EffortOff, Sampling::EffortOff),
    ModelFamily::reasoning("gpt-6-astra", NEVER_OFF, ChatTools::Never, Sampling::Never),
    ModelFamily::reasoning("gpt-6.1-sol", NEVER_OFF, ChatTools::Never, Sampling::Never),
];
