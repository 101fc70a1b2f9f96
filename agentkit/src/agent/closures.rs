//! Hooks made of one function each.

use super::hooks::{HookError, Hooks, RunInfo, ToolOutcome, Verdict};
use crate::message::ToolCall;
use crate::model::{Request, Response};

pub(super) struct BeforeRequest<F>(pub(super) F);
pub(super) struct AfterResponse<F>(pub(super) F);
pub(super) struct BeforeTool<F>(pub(super) F);
pub(super) struct AfterTool<F>(pub(super) F);

impl<F> Hooks for BeforeRequest<F>
where
    F: Fn(RunInfo<'_>, &mut Request) -> Result<(), HookError> + Send + Sync + 'static,
{
    async fn before_request(&self, run: RunInfo<'_>, request: &mut Request) -> Result<(), HookError> {
        (self.0)(run, request)
    }
}

impl<F> Hooks for AfterResponse<F>
where
    F: Fn(RunInfo<'_>, &mut Response) -> Result<(), HookError> + Send + Sync + 'static,
{
    async fn after_response(&self, run: RunInfo<'_>, response: &mut Response) -> Result<(), HookError> {
        (self.0)(run, response)
    }
}

impl<F> Hooks for BeforeTool<F>
where
    F: Fn(RunInfo<'_>, &mut ToolCall) -> Result<Verdict, HookError> + Send + Sync + 'static,
{
    async fn before_tool(&self, run: RunInfo<'_>, call: &mut ToolCall) -> Result<Verdict, HookError> {
        (self.0)(run, call)
    }
}

impl<F> Hooks for AfterTool<F>
where
    F: Fn(RunInfo<'_>, &ToolCall, &mut ToolOutcome) -> Result<(), HookError> + Send + Sync + 'static,
{
    async fn after_tool(
        &self,
        run: RunInfo<'_>,
        call: &ToolCall,
        outcome: &mut ToolOutcome,
    ) -> Result<(), HookError> {
        (self.0)(run, call, outcome)
    }
}
