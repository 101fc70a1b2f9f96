//! The calls of one turn.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::core::{Core, Slot};
use super::drive::Drive;
use super::invoke::invoke;
use super::words;
use crate::message::{Message, ToolCall, ToolResult};
use crate::tool::{ToolError, ToolErrorKind};
use crate::{Error, ErrorKind, IncompleteReason, Result};

/// A call of a tool, by its place among the calls of the turn.
pub(super) struct Planned<'m> {
    pub(super) place: usize,
    pub(super) call: &'m ToolCall,
    /// The tool's place in [`Core::tools`], or the choice's in the output's shape.
    pub(super) target: usize,
}

/// How the tools of a turn fared.
#[derive(Default)]
pub(super) struct Fared<'m> {
    /// The names of which no call succeeded.
    failed: Vec<&'m str>,
    succeeded: Vec<&'m str>,
    /// The first that wants the run ended.
    ended: Option<(&'m str, ToolError)>,
}

impl Drive<'_> {
    /// Takes a reply that holds calls. Whether it ended the run with an answer.
    ///
    /// The tools run, all at once, whatever else the turn holds. Then, in this order:
    /// 1. a tool's fatal error, or its wish to stop, ends the run;
    /// 2. a failure that its tool still has retries for goes back to the model, and stop calls with it;
    /// 3. a stop call with a valid answer ends the run;
    /// 4. a tool that has failed too often ends the run;
    /// 5. all results go back to the model.
    pub(super) async fn take_calls(&mut self, message: &Message) -> Result<bool> {
        let mut tools = Vec::new();
        let mut stops = Vec::new();
        let mut fared = Fared::default();
        self.results.clear();
        for (place, call) in message.tool_calls().enumerate() {
            self.results.push(None);
            match self.core.index.get(call.name.as_str()) {
                Some(&Slot::Stop(target)) => stops.push(Planned { place, call, target }),
                _ if self.last => self.settle(place, call, Err(ToolError::new(words::NO_TURNS))),
                Some(&Slot::Tool(target)) => tools.push(Planned { place, call, target }),
                None => {
                    let error = ToolError::new(words::unknown_tool(&call.name, self.core));
                    fared.count(call, Some(&error));
                    self.settle(place, call, Err(error));
                }
            }
        }
        self.run_tools(tools, &mut fared).await?;
        let (wanted, exceeded) = self.count_failures(&fared);
        if let Some((name, error)) = fared.ended.take() {
            return Err(ended_by(name, error));
        }
        let exceeded = exceeded.map(|name| {
            let message = format!("the tool `{name}` failed too often");
            Error::new(ErrorKind::Incomplete(IncompleteReason::ToolFailures), message)
        });
        if !stops.is_empty() {
            let beaten = wanted && exceeded.is_none();
            if self.take_stops(&stops, beaten).await? {
                self.push_results(message, words::NOT_RUN);
                return Ok(true);
            }
        }
        if let Some(error) = exceeded {
            return Err(error);
        }
        if self.last {
            return Err(self.out_of_turns(None));
        }
        self.push_results(message, words::NOT_RUN);
        Ok(false)
    }

    /// Runs the tools, as many at once as may be, and keeps each result as it comes.
    async fn run_tools<'m>(&mut self, tools: Vec<Planned<'m>>, fared: &mut Fared<'m>) -> Result<()> {
        let context = self.context;
        let core = self.core;
        let mut waiting = tools.into_iter();
        if waiting.len() == 1
            && let Some(planned) = waiting.next()
        {
            let result = context.guard(self.start(core, &planned)).await?;
            self.finish(&planned, result, fared);
            return Ok(());
        }
        let mut running = FuturesUnordered::new();
        loop {
            while running.len() < core.limits.tool_concurrency
                && let Some(planned) = waiting.next()
            {
                let call = self.start(core, &planned);
                running.push(async move { (planned, call.await) });
            }
            let Some((planned, result)) = context.guard(running.next()).await? else { return Ok(()) };
            self.finish(&planned, result, fared);
        }
    }

    fn start<'c>(
        &mut self,
        core: &'c Core,
        planned: &Planned<'_>,
    ) -> impl Future<Output = Result<String, ToolError>> + Send + use<'c> {
        let context = self.tool_context(&planned.call.id);
        let tool = core.tools.get(planned.target);
        invoke(tool, &planned.call.arguments, context, core.limits.tool_timeout)
    }

    fn finish<'m>(
        &mut self,
        planned: &Planned<'m>,
        result: Result<String, ToolError>,
        fared: &mut Fared<'m>,
    ) {
        fared.count(planned.call, result.as_ref().err());
        match result {
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
            result => self.settle(planned.place, planned.call, result),
        }
    }

    /// Keeps the result of one call.
    pub(super) fn settle(&mut self, place: usize, call: &ToolCall, result: Result<String, ToolError>) {
        let result = match result {
            Ok(content) => ToolResult::new(call, content, false),
            Err(error) => ToolResult::new(call, error.message(), true),
        };
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
        for name in fared.failed.iter().filter(|name| !fared.succeeded.contains(name)) {
            let retries = match self.core.index.get(*name) {
                Some(&Slot::Tool(place)) => {
                    self.core.tools.get(place).and_then(|tool| tool.options().retries)
                }
                _ => None,
            };
            let count = self.failures.entry((*name).to_owned()).or_default();
            *count += 1;
            if *count > retries.unwrap_or(self.core.limits.tool_retries) {
                exceeded = exceeded.or(Some(*name));
            } else {
                wanted = true;
            }
        }
        (wanted, exceeded)
    }
}

impl<'m> Fared<'m> {
    fn count(&mut self, call: &'m ToolCall, error: Option<&ToolError>) {
        let names = if error.is_some() { &mut self.failed } else { &mut self.succeeded };
        if !names.contains(&call.name.as_str()) {
            names.push(&call.name);
        }
    }
}

fn ended_by(name: &str, error: ToolError) -> Error {
    let kind = match error.kind() {
        ToolErrorKind::Stop => ErrorKind::Incomplete(IncompleteReason::Stopped),
        _ => ErrorKind::Tool,
    };
    Error::new(kind, format!("the tool `{name}` ended the run: {error}")).with_source(error)
}
