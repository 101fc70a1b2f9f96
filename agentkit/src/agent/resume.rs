//! Going on with a run that waited.

use std::collections::HashMap;
use std::sync::Arc;

use super::core::Slot;
use super::drive::Drive;
use super::pending::{Decision, PendingCall, PendingRun, Resuming, State};
use super::tools::{Planned, Turn};
use crate::message::ToolCall;
use crate::tool::ToolError;
use crate::{Error, ErrorKind, Result};

impl Drive<'_> {
    /// Ends the run as one that waits.
    pub(super) fn pending(&mut self, calls: Vec<PendingCall>) -> Error {
        let state = State {
            agent: self.core.name.as_deref().map(str::to_owned),
            transcript: self.request.messages.clone(),
            whole: self.whole.clone(),
            results: self.results.clone(),
            usage: self.report.usage,
            turns: self.report.turns,
            tool_calls: self.tool_calls,
            transport_retries: self.report.transport_retries,
            output_retries: self.report.output_retries,
            blank_replies: self.blank_replies,
            failures: self.failures.iter().map(|(name, count)| (name.clone(), *count)).collect(),
            last: self.last,
        };
        let pending = PendingRun::new(state, calls);
        Error::new(ErrorKind::Pending, format!("the run {pending}")).with_pending(pending)
    }

    /// Takes up the turn whose calls waited. Whether that ended the run with an answer.
    pub(super) async fn resume(&mut self, resuming: Resuming) -> Result<bool> {
        let Resuming { pending, mut decisions } = resuming;
        let state = pending.state;
        self.request.messages = state.transcript;
        self.whole = state.whole;
        self.report.usage = state.usage;
        self.report.turns = state.turns;
        self.report.transport_retries = state.transport_retries;
        self.report.output_retries = state.output_retries;
        self.tool_calls = state.tool_calls;
        self.blank_replies = state.blank_replies;
        self.failures = state.failures.into_iter().collect::<HashMap<_, _>>();
        self.last = state.last;
        self.ids.extend(self.request.messages.tool_calls().map(|call| super::model::hash(&call.id)));
        if !self.core.limits.is_unlimited()
            && let Some(own) = self.budgets.first()
        {
            own.charge(&self.spent());
        }
        let Some(message) = self.request.messages.messages().last().map(Arc::clone) else { return Ok(false) };
        let mut results = state.results.into_iter();
        let mut turn = Turn::default();
        self.results.clear();
        for (place, call) in message.tool_calls().enumerate() {
            let result = results.next().flatten();
            let slot = self.core.index.get(call.name.as_str()).copied();
            if let Some(result) = result {
                turn.fared.count(&call.name, !result.is_error);
                self.results.push(Some(result));
                continue;
            }
            self.results.push(None);
            match (decisions.remove(&call.id), slot) {
                (None, Some(Slot::Stop(target))) => {
                    turn.stops.push(Planned { place, call, arguments: None, target });
                }
                (Some(decision), Some(Slot::Tool(target))) => {
                    self.decided(decision, Planned { place, call, arguments: None, target }, &mut turn);
                }
                _ => self.settle(place, call, Err(ToolError::new("not run: the tool is no longer there"))),
            }
        }
        self.take_turn(&message, turn).await
    }

    fn decided<'m>(&mut self, decision: Decision, planned: Planned<'m>, turn: &mut Turn<'m>) {
        let Planned { place, call, .. } = planned;
        match decision {
            Decision::Approve => turn.tools.push(planned),
            Decision::ApproveWith(arguments) => {
                turn.tools.push(Planned { arguments: Some(arguments.to_string()), ..planned });
            }
            Decision::Refuse(reason) => {
                turn.refused = true;
                self.settle(place, call, Err(refused(call, &reason)));
            }
            Decision::Result(content) => self.finish(&planned, Ok(content), &mut turn.fared),
            Decision::Failed(why) => self.finish(&planned, Err(ToolError::new(why)), &mut turn.fared),
        }
    }
}

fn refused(call: &ToolCall, reason: &str) -> ToolError {
    let name = &call.name;
    if reason.is_empty() {
        ToolError::new(format_args!("the call of `{name}` was refused, and was not made"))
    } else {
        ToolError::new(format_args!("the call of `{name}` was refused, and was not made: {reason}"))
    }
}
