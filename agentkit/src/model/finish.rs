//! Why a model stopped.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ErrorKind, IncompleteReason};

/// Why the model ended its reply, normalised over providers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// It wants tools called.
    ToolCalls,
    /// It hit the token limit of the reply; what came may be cut anywhere.
    Length,
    /// The conversation filled the model's context window.
    ContextWindow,
    /// A filter withheld the reply, or the prompt.
    ContentFilter,
    /// The model declined.
    Refusal,
    /// The provider paused a long turn; sending the history again, unchanged, goes on with it.
    Pause,
    /// The model wrote a call that the provider could not read; asking again may help.
    MalformedToolCall,
    /// Anything else, in the provider's word.
    Other(String),
}

impl FinishReason {
    /// How a run ends on a reply that is not whole, and why in words; `None` if the reply is whole, or if the
    /// model may be asked to go on.
    pub(crate) fn failure(&self) -> Option<(ErrorKind, String)> {
        Some(match self {
            Self::Length | Self::ContextWindow => {
                (ErrorKind::Truncated, format!("the reply was cut: {self}"))
            }
            Self::ContentFilter => {
                (ErrorKind::Filtered, "a filter of the provider's withheld the reply".to_owned())
            }
            Self::Other(word) => (
                ErrorKind::Incomplete(IncompleteReason::UnknownFinish),
                format!("the provider ended the reply for a reason that is not known: {word}"),
            ),
            Self::Refusal | Self::Stop | Self::ToolCalls | Self::Pause | Self::MalformedToolCall => {
                return None;
            }
        })
    }
}

impl fmt::Display for FinishReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stop => "stop",
            Self::ToolCalls => "tool calls",
            Self::Length => "token limit of the reply",
            Self::ContextWindow => "context window full",
            Self::ContentFilter => "content filter",
            Self::Refusal => "refusal",
            Self::Pause => "pause",
            Self::MalformedToolCall => "malformed tool call",
            Self::Other(word) => word,
        })
    }
}
