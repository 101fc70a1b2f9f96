//! Runs that wait for a decision or a result from outside.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::words;
use crate::error::{Report, Stage};
use crate::message::{ToolCall, ToolResult};
use crate::model::Usage;
use crate::{Error, ErrorKind, Result, Transcript};

/// A run that waits; taken from its error by [`Error::into_pending`], and gone on with by
/// [`Agent::resume`](super::Agent::resume), in another process if need be: it is serde-serialisable.
///
/// All calls of the turn that need no decision are done, and their results are in here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingRun {
    version: u32,
    /// The way into a composition, the outermost step last.
    path: Vec<u32>,
    calls: Vec<PendingCall>,
    pub(super) state: State,
    earlier: Earlier,
}

/// The serialised form's version.
const VERSION: u32 = 1;

/// A call that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PendingCall {
    /// The call.
    pub call: ToolCall,
    /// What it waits for.
    pub waits_for: WaitsFor,
}

/// What a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WaitsFor {
    /// Someone's agreement.
    Approval,
    /// A result from outside.
    Result,
}

/// What is to become of a call that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Decision {
    /// The tool is called.
    Approve,
    /// The tool is called with these arguments; the conversation keeps the model's.
    ApproveWith(Value),
    /// The tool is not called, and the model is told why.
    Refuse(String),
    /// The call was made elsewhere, with this result.
    Result(String),
    /// The call was made elsewhere, and failed with this.
    Failed(String),
}

/// All that a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) agent: Option<String>,
    /// Up to the message whose calls wait, that message included.
    pub(super) transcript: Transcript,
    /// The whole conversation, where only a part of it is sent.
    pub(super) whole: Option<Transcript>,
    /// The results of that message's calls, so far as they are there.
    pub(super) results: Vec<Option<ToolResult>>,
    pub(super) usage: Usage,
    pub(super) turns: u32,
    pub(super) tool_calls: u64,
    pub(super) transport_retries: u32,
    pub(super) output_retries: u32,
    pub(super) blank_replies: u32,
    pub(super) failures: BTreeMap<String, u32>,
    pub(super) last: bool,
}

/// What the stages of a chain before the one that waits had come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Earlier {
    stages: Vec<Stage>,
    transport_retries: u32,
    output_retries: u32,
}

/// A run that waited, and what was decided.
pub(crate) struct Resuming {
    pub(super) pending: PendingRun,
    pub(super) decisions: HashMap<String, Decision>,
}

impl PendingRun {
    pub(super) fn new(state: State, calls: Vec<PendingCall>) -> Self {
        Self { version: VERSION, path: Vec::new(), calls, state, earlier: Earlier::default() }
    }

    /// The calls that wait, in call order. Each needs a decision for the run to go on.
    pub fn calls(&self) -> &[PendingCall] {
        &self.calls
    }

    /// The conversation up to the calls that wait.
    pub fn transcript(&self) -> &Transcript {
        &self.state.transcript
    }

    /// Notes on the way out of a composition which of its parts it waits in.
    pub(crate) fn within(&mut self, part: u32) {
        self.path.push(part);
    }

    /// Puts what came before, in a chain, in front.
    pub(crate) fn preceded_by(&mut self, earlier: &Report) {
        self.earlier.stages.splice(..0, earlier.stages.iter().cloned());
        self.earlier.transport_retries += earlier.transport_retries;
        self.earlier.output_retries += earlier.output_retries;
    }

    pub(super) fn take_earlier(&mut self) -> Report {
        let Earlier { stages, transport_retries, output_retries } = std::mem::take(&mut self.earlier);
        Report {
            usage: stages.iter().map(|stage| stage.usage).sum(),
            turns: stages.iter().map(|stage| stage.turns).sum(),
            stages,
            transport_retries,
            output_retries,
            ..Report::default()
        }
    }
}

impl Resuming {
    /// Matches decisions to the calls that wait. All mistakes are found at once, and the run that waits is
    /// in the error.
    pub(super) fn new(
        pending: PendingRun,
        decisions: impl IntoIterator<Item = (impl Into<String>, Decision)>,
    ) -> Result<Self> {
        let mut mistakes = Vec::new();
        let mut by_id = HashMap::new();
        if pending.version != VERSION {
            let found = pending.version;
            mistakes.push(format!("it is of version {found}, and this release reads version {VERSION}"));
        }
        for (id, decision) in decisions {
            let id = id.into();
            match pending.calls.iter().find(|waiting| waiting.call.id == id) {
                None => mistakes.push(format!("no call `{id}` waits")),
                Some(waiting) => mistakes.extend(misfit(waiting, &decision)),
            }
            if by_id.insert(id.clone(), decision).is_some() {
                mistakes.push(format!("there are two decisions for the call `{id}`"));
            }
        }
        let open = pending.calls.iter().map(|waiting| &waiting.call.id).filter(|id| !by_id.contains_key(*id));
        let open: Vec<_> = open.collect();
        if !open.is_empty() {
            mistakes.push(format!("there is no decision for {}", words::names(open)));
        }
        if mistakes.is_empty() {
            return Ok(Self { pending, decisions: by_id });
        }
        let message = format!("the run cannot be gone on with: {}", mistakes.join("; "));
        Err(Error::new(ErrorKind::Input, message).with_pending(pending))
    }

    /// The part of a composition that it waits in.
    pub(crate) fn enter(&mut self) -> Option<u32> {
        self.pending.path.pop()
    }

    /// The error of a run that cannot be of this agent.
    pub(crate) fn foreign(self) -> Error {
        let message = "the run that waits is of another agent, or of this one as it was built differently";
        Error::new(ErrorKind::Input, message).with_pending(self.pending)
    }

    /// Whether it waits in an agent itself and not in a part of a composition.
    pub(super) fn is_of(&self, agent: Option<&str>) -> bool {
        self.pending.path.is_empty() && self.pending.state.agent.as_deref() == agent
    }
}

/// Why a decision does not fit what the call waits for.
fn misfit(waiting: &PendingCall, decision: &Decision) -> Option<String> {
    let why = match (waiting.waits_for, decision) {
        (WaitsFor::Result, Decision::Approve | Decision::ApproveWith(_)) => {
            "waits for a result from outside, and cannot be approved"
        }
        (WaitsFor::Approval, Decision::Result(_) | Decision::Failed(_)) => {
            "waits for approval, and takes no result from outside"
        }
        _ => return None,
    };
    Some(format!("the call `{}` {why}", waiting.call.id))
}

impl fmt::Display for PendingRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = words::names(self.calls.iter().map(|waiting| &waiting.call.name));
        write!(f, "waits for a decision on {calls}")
    }
}
