//! Running the tools of one turn.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::Either;
use futures_util::stream::FuturesUnordered;

use super::context::Context;
use super::core::Core;
use super::drive::Drive;
use super::effect::call_tool;
use super::event::EventKind;
use super::hooks::{RunInfo, ToolOutcome, Verdict};
use super::invoke::invoke;
use super::tools::{Fared, Planned};
use crate::Result;
use crate::message::ToolCall;
use crate::model::Usage;
use crate::tool::{Tool, ToolContext};

impl Drive<'_> {
    /// Runs the tools, as many at once as may be, and keeps each result as it comes.
    pub(super) async fn run_tools<'m>(
        &mut self,
        tools: Vec<Planned<'m>>,
        fared: &mut Fared<'m>,
    ) -> Result<()> {
        let (core, context, guard) = (self.core, self.context, self.guard);
        let mut waiting = tools.into_iter();
        if waiting.len() == 1
            && let Some(planned) = waiting.next()
        {
            let outcome = guard.wait(self.start(core, context, &planned)).await??;
            self.finish(&planned, outcome, fared);
            return Ok(());
        }
        let mut running = FuturesUnordered::new();
        loop {
            while running.len() < core.bounds.tool_concurrency
                && let Some(planned) = waiting.next()
            {
                let call = self.start(core, context, &planned);
                running.push(async move { (planned, call.await) });
            }
            let Some((planned, outcome)) = guard.wait(running.next()).await? else { return Ok(()) };
            self.finish(&planned, outcome?, fared);
        }
    }

    /// Starts one call. Without hooks and journal it is the tool's own future and a timer.
    fn start<'c>(
        &mut self,
        core: &'c Core,
        context: &'c Context,
        planned: &Planned<'_>,
    ) -> impl Future<Output = Result<ToolOutcome>> + Send + use<'c> {
        self.emit(|| EventKind::ToolStarted(planned.as_called()));
        let tool_context = self.tool_context(&planned.call.id);
        let tool = core.tools.get(planned.target);
        if core.hooks.is_empty() && context.journal.is_none() {
            let arguments = planned.arguments.as_ref().unwrap_or(&planned.call.arguments);
            let running = invoke(tool, arguments, tool_context, core.bounds.tool_timeout);
            return Either::Left(async move { Ok(running.await) });
        }
        let hooked = Hooked {
            core,
            context,
            tool,
            call: planned.as_called(),
            tool_context,
            run_id: self.run_id(),
            turn: self.report.turns,
            usage: self.report.usage,
        };
        Either::Right(Box::pin(hooked.run()))
    }
}

impl Planned<'_> {
    /// The call as the tool gets it.
    fn as_called(&self) -> ToolCall {
        let mut call = self.call.clone();
        if let Some(arguments) = &self.arguments {
            call.arguments.clone_from(arguments);
        }
        call
    }
}

/// A call with hooks around it, or one that is recorded.
struct Hooked<'c> {
    core: &'c Core,
    context: &'c Context,
    tool: Option<&'c Tool>,
    call: ToolCall,
    tool_context: ToolContext,
    run_id: Arc<str>,
    turn: u32,
    usage: Usage,
}

impl Hooked<'_> {
    async fn run(self) -> Result<ToolOutcome> {
        let Self { core, context, tool, mut call, tool_context, run_id, turn, usage } = self;
        let info = RunInfo { agent: core.name.as_deref(), run_id: &run_id, turn, usage };
        let mut vetoed = None;
        for hook in &core.hooks {
            let verdict = hook.before_tool(info, &mut call).await;
            match verdict.map_err(|error| error.into_error("before_tool"))? {
                Verdict::Run => {}
                Verdict::Answer(outcome) => {
                    vetoed = Some(outcome);
                    break;
                }
            }
        }
        let mut outcome = match vetoed {
            Some(outcome) => outcome,
            None => call_tool(core, context.journal.as_ref(), tool, &call, tool_context).await?,
        };
        for hook in core.hooks.iter().rev() {
            let hooked = hook.after_tool(info, &call, &mut outcome).await;
            hooked.map_err(|error| error.into_error("after_tool"))?;
        }
        Ok(outcome)
    }
}
