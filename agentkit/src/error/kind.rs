//! What to match on.

use std::fmt;

/// How an agent's run ended without an answer, or why the agent could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The agent was put together wrongly; nothing was run.
    Build,
    /// The input could not be turned into a message.
    Input,
    /// The model's answer did not decode into the output type, within the retries allowed.
    Parse,
    /// The run ended before there was an answer.
    Incomplete(IncompleteReason),
    /// The model declined to answer.
    Refused,
    /// A filter of the provider's withheld the answer or refused the prompt.
    Filtered,
    /// The answer was cut: by the token limit of a reply or a full context window.
    Truncated,
    /// The provider failed; see [`Error::provider_error`](super::Error::provider_error).
    Provider,
    /// A tool ended the run as failed.
    Tool,
    /// A hook failed.
    Hook,
    /// A function of the user's in a composition, such as that of a `try_map`, failed.
    Function,
    /// The journal of the run could not be read or written, or is another run's.
    Journal,
    /// The run was cancelled.
    Cancelled,
    /// Calls wait for a decision or for a result from outside; the run can be resumed.
    Pending,
}

/// Why a run ended before there was an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IncompleteReason {
    /// The limit of turns was reached.
    TurnLimit,
    /// The limit of tool calls was reached.
    ToolCallLimit,
    /// The limit of tokens was reached.
    TokenLimit,
    /// The limit of cost was reached.
    CostLimit,
    /// The limit of time was reached.
    TimeLimit,
    /// A tool failed more often in a row than its retries allow.
    ToolFailures,
    /// A hook or a tool stopped the run.
    Stopped,
    /// The model kept answering in plain text where a typed answer was due.
    PlainText,
    /// The model kept answering nothing at all.
    EmptyReply,
    /// The provider kept reporting that the model wrote a call it could not read.
    MalformedToolCall,
    /// The provider ended the reply for a reason that is not known to mean that the reply is whole.
    UnknownFinish,
}

impl fmt::Display for IncompleteReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TurnLimit => "the limit of turns was reached",
            Self::ToolCallLimit => "the limit of tool calls was reached",
            Self::TokenLimit => "the limit of tokens was reached",
            Self::CostLimit => "the limit of cost was reached",
            Self::TimeLimit => "the limit of time was reached",
            Self::ToolFailures => "a tool failed too often",
            Self::Stopped => "the run was stopped",
            Self::PlainText => "the model answered in plain text where a typed answer was due",
            Self::EmptyReply => "the model answered nothing",
            Self::MalformedToolCall => "the model kept writing calls that could not be read",
            Self::UnknownFinish => "the provider ended the reply for an unknown reason",
        })
    }
}
