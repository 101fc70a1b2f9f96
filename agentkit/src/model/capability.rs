//! What a provider and its model can do.

use serde::{Deserialize, Serialize};

/// What a provider's model takes. Each provider has a table of its own, which a user can override.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "a table of independent yes-or-no facts")]
pub struct Capabilities {
    /// Takes tools at all.
    pub tools: bool,
    /// Can be made to call some tool.
    pub tool_choice_required: bool,
    /// Can be made to call one named tool.
    pub tool_choice_named: bool,
    /// Has a switch against several calls in one turn.
    pub parallel_switch: bool,
    /// Enforces a tool's schema (strict mode).
    pub strict_tools: bool,
    /// Enforces a grammar.
    pub grammar: bool,
    /// Enforces a schema on the reply itself.
    pub native_output: NativeOutput,
    /// Takes images.
    pub images: bool,
    /// Takes documents such as PDF.
    pub documents: bool,
    /// Takes sound.
    pub audio: bool,
    /// Streams its replies.
    pub streaming: bool,
    /// Takes sampling parameters (temperature, top-p).
    pub sampling: bool,
}

/// Whether a schema can be enforced on the reply itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NativeOutput {
    /// No.
    No,
    /// Only in a request without tools.
    WithoutTools,
    /// Yes.
    Yes,
}

impl Default for Capabilities {
    /// What a plain chat model with tools can do; everything else is off.
    fn default() -> Self {
        Self {
            tools: true,
            tool_choice_required: true,
            tool_choice_named: true,
            parallel_switch: false,
            strict_tools: false,
            grammar: false,
            native_output: NativeOutput::No,
            images: false,
            documents: false,
            audio: false,
            streaming: false,
            sampling: true,
        }
    }
}
