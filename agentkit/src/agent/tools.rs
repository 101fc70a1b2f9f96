//! The calls of one turn.

use super::core::Slot;
use super::drive::Drive;
use super::event::EventKind;
use super::pending::{PendingCall, WaitsFor};
use super::words;
use crate::message::{Message, ToolCall, ToolResult};
use crate::tool::{ToolError, ToolErrorKind};
use crate::{Error, ErrorKind, IncompleteReason, Result};

/// A call of a tool or stop tool that is known.
pub(super) struct Planned<'m> {
    /// Its place among the calls of the turn.
    pub(super) place: usize,
    pub(super) call: &'m ToolCall,
    /// Arguments in place of the model's.
    pub(super) arguments: Option<String>,
    /// The tool's place in [`Core::tools`](super::core::Core), or the choice's in the output's shape.
    pub(super) target: usize,
}

/// One turn's calls, sorted.
#[derive(Default)]
pub(super) struct Turn<'m> {
    pub(super) tools: Vec<Planned<'m>>,
    pub(super) stops: Vec<Planned<'m>>,
    pub(super) waiting: Vec<PendingCall>,
    pub(super) fared: Fared<'m>,
    /// Whether someone refused a call.
    pub(super) refused: bool,
}

/// How the tools of a turn fared.
#[derive(Default)]
pub(super) struct Fared<'m> {
    /// The tools of which a call failed.
    failed: Vec<&'m str>,
    succeeded: Vec<&'m str>,
    /// The first that wants the run ended.
    ended: Option<(&'m str, ToolError)>,
}

impl Drive<'_> {
    /// Takes a reply that holds calls. Whether it ended the run with an answer.
    pub(super) async fn take_calls(&mut self, message: &Message) -> Result<bool> {
        let mut turn = Turn::default();
        self.results.clear();
        for (place, call) in message.tool_calls().enumerate() {
            self.results.push(None);
            let planned = |target| Planned { place, call, arguments: None, target };
            match self.core.index.get(call.name.as_str()) {
                Some(&Slot::Stop(target)) => turn.stops.push(planned(target)),
                _ if self.last => self.settle(place, call, Err(ToolError::new(words::NO_TURNS))),
                Some(&Slot::Tool(target)) => match self.waits_for(call, target) {
                    Some(waits_for) => turn.waiting.push(PendingCall { call: call.clone(), waits_for }),
                    None => turn.tools.push(planned(target)),
                },
                None => {
                    let error = ToolError::new(words::unknown_tool(&call.name, self.core));
                    turn.fared.count(&call.name, false);
                    self.settle(place, call, Err(error));
                }
            }
        }
        self.take_turn(message, turn).await
    }

    fn waits_for(&self, call: &ToolCall, target: usize) -> Option<WaitsFor> {
        let options = self.core.tools.get(target)?.options();
        if options.external {
            return Some(WaitsFor::Result);
        }
        let asked = options.needs_approval || self.core.approval.as_ref().is_some_and(|policy| policy(call));
        asked.then_some(WaitsFor::Approval)
    }

    /// Takes a turn's calls, once they are sorted.
    ///
    /// The tools run, all at once, whatever else the turn holds. Then, in this order:
    /// 1. a tool's fatal error, or its wish to stop, ends the run;
    /// 2. calls that wait for a decision end it as pending, unless the budget of tool calls is used up;
    /// 3. a failure that its tool still has retries for goes back to the model, and stop calls with it;
    /// 4. a stop call with a valid answer ends the run;
    /// 5. a used-up budget, or a tool that has failed too often, ends the run;
    /// 6. all results go back to the model.
    pub(super) async fn take_turn(&mut self, message: &Message, mut turn: Turn<'_>) -> Result<bool> {
        let over_budget = self.admit(&mut turn);
        let tools = std::mem::take(&mut turn.tools);
        self.run_tools(tools, &mut turn.fared).await?;
        self.count_tool_usage();
        if let Some((name, error)) = turn.fared.ended.take() {
            return Err(ended_by(name, error));
        }
        if !turn.waiting.is_empty() && over_budget.is_none() {
            return Err(self.pending(turn.waiting));
        }
        let (wanted, exceeded) = self.count_failures(&turn.fared);
        let over = over_budget.or_else(|| exceeded.map(failing));
        if !turn.stops.is_empty() {
            let beaten = (wanted || turn.refused) && over.is_none();
            if self.take_stops(&turn.stops, beaten).await? {
                self.push_results(message, words::NOT_RUN);
                return Ok(true);
            }
        }
        if let Some(error) = over {
            return Err(error);
        }
        if self.last {
            return Err(self.out_of_turns(None));
        }
        self.push_results(message, words::NOT_RUN);
        Ok(false)
    }

    /// Takes from the turn the calls that a budget has no room for.
    fn admit(&mut self, turn: &mut Turn<'_>) -> Option<Error> {
        let wanted = turn.tools.len();
        let admitted = self.budgets.iter().map(|budget| budget.admit_calls(wanted)).min().unwrap_or(wanted);
        self.tool_calls += admitted as u64;
        if admitted == wanted {
            return None;
        }
        for planned in turn.tools.split_off(admitted) {
            let error = ToolError::new("not run: the budget of tool calls is used up");
            self.settle(planned.place, planned.call, Err(error));
        }
        let kind = ErrorKind::Incomplete(IncompleteReason::ToolCallLimit);
        Some(Error::new(kind, "the budget of tool calls is used up"))
    }

    /// Takes what came of a call that was made.
    pub(super) fn finish<'m>(
        &mut self,
        planned: &Planned<'m>,
        outcome: Result<String, ToolError>,
        fared: &mut Fared<'m>,
    ) {
        fared.count(&planned.call.name, outcome.is_ok());
        match outcome {
            Err(error) if matches!(error.kind(), ToolErrorKind::Fatal | ToolErrorKind::Stop) => {
                let told = ToolError::new(error.message());
                self.settle(planned.place, planned.call, Err(told));
                // A fatal error outranks a wish to stop; otherwise the first to come counts.
                let first = fared.ended.as_ref().map(|(_, earlier)| earlier.kind());
                if first.is_none()
                    || (first, error.kind()) == (Some(ToolErrorKind::Stop), ToolErrorKind::Fatal)
                {
                    fared.ended = Some((&planned.call.name, error));
                }
            }
            outcome => self.settle(planned.place, planned.call, outcome),
        }
    }

    /// Keeps the result of one call.
    pub(super) fn settle(&mut self, place: usize, call: &ToolCall, outcome: Result<String, ToolError>) {
        let result = match outcome {
            Ok(content) => ToolResult::new(call, content, false),
            Err(error) => ToolResult::new(call, error.message(), true),
        };
        self.emit(|| EventKind::ToolResult(result.clone()));
        if let Some(slot) = self.results.get_mut(place) {
            *slot = Some(result);
        }
    }

    /// Counts the turn's failures: whether a tool with retries left wants one, and which has none left.
    fn count_failures<'m>(&mut self, fared: &Fared<'m>) -> (bool, Option<&'m str>) {
        if !self.failures.is_empty() {
            for name in &fared.succeeded {
                self.failures.remove(*name);
            }
        }
        let mut wanted = false;
        let mut exceeded = None;
        for name in &fared.failed {
            if fared.succeeded.contains(name) {
                wanted = true;
                continue;
            }
            let retries = match self.core.index.get(*name) {
                Some(&Slot::Tool(place)) => {
                    self.core.tools.get(place).and_then(|tool| tool.options().retries)
                }
                _ => None,
            };
            let count = self.failures.entry((*name).to_owned()).or_default();
            *count += 1;
            if *count > retries.unwrap_or(self.core.bounds.tool_retries) {
                exceeded = exceeded.or(Some(*name));
            } else {
                wanted = true;
            }
        }
        (wanted, exceeded)
    }
}

impl<'m> Fared<'m> {
    pub(super) fn count(&mut self, name: &'m str, succeeded: bool) {
        let names = if succeeded { &mut self.succeeded } else { &mut self.failed };
        if !names.contains(&name) {
            names.push(name);
        }
    }
}

fn failing(name: &str) -> Error {
    let message = format!("the tool `{name}` failed too often");
    Error::new(ErrorKind::Incomplete(IncompleteReason::ToolFailures), message)
}

fn ended_by(name: &str, error: ToolError) -> Error {
    let kind = match error.kind() {
        ToolErrorKind::Stop => ErrorKind::Incomplete(IncompleteReason::Stopped),
        _ => ErrorKind::Tool,
    };
    Error::new(kind, format!("the tool `{name}` ended the run: {error}")).with_source(error)
}
