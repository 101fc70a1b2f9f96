//! An agent's settings that keep its runs in hand.

use super::budget::Limits;
use super::builder::AgentBuilder;
use super::closures::{AfterResponse, AfterTool, BeforeRequest, BeforeTool};
use super::hooks::{HookError, Hooks, RunInfo, ToolOutcome, Verdict};
use super::window::Window;
use crate::message::ToolCall;
use crate::model::{Request, Response};

impl<In, Out, R> AgentBuilder<In, Out, R> {
    /// Limits what each run may spend. A [`Budget`](super::Budget) limits several runs together.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.parts.limits = limits;
        self
    }

    /// Cuts down what is sent of a conversation that grows too long.
    pub fn window(mut self, window: Window) -> Self {
        self.parts.window = Some(window);
        self
    }

    /// Asks for approval of the calls that `policy` holds true for, beside those of tools that always need
    /// it. A run with such a call ends as [`ErrorKind::Pending`](crate::ErrorKind::Pending), once all other
    /// calls of the turn are done.
    pub fn approve(mut self, policy: impl Fn(&ToolCall) -> bool + Send + Sync + 'static) -> Self {
        self.parts.approval = Some(Box::new(policy));
        self
    }

    /// Adds hooks. May be called again to add more; [`Hooks`] says in which order they run.
    pub fn hooks(mut self, hooks: impl Hooks) -> Self {
        self.parts.hooks.push(Box::new(hooks));
        self
    }

    /// Adds a hook before each request; see [`Hooks::before_request`].
    pub fn before_request(
        self,
        hook: impl Fn(RunInfo<'_>, &mut Request) -> Result<(), HookError> + Send + Sync + 'static,
    ) -> Self {
        self.hooks(BeforeRequest(hook))
    }

    /// Adds a hook after each reply; see [`Hooks::after_response`].
    pub fn after_response(
        self,
        hook: impl Fn(RunInfo<'_>, &mut Response) -> Result<(), HookError> + Send + Sync + 'static,
    ) -> Self {
        self.hooks(AfterResponse(hook))
    }

    /// Adds a hook before each call of a tool; see [`Hooks::before_tool`].
    pub fn before_tool(
        self,
        hook: impl Fn(RunInfo<'_>, &mut ToolCall) -> Result<Verdict, HookError> + Send + Sync + 'static,
    ) -> Self {
        self.hooks(BeforeTool(hook))
    }

    /// Adds a hook after each call of a tool; see [`Hooks::after_tool`].
    pub fn after_tool(
        self,
        hook: impl Fn(RunInfo<'_>, &ToolCall, &mut ToolOutcome) -> Result<(), HookError> + Send + Sync + 'static,
    ) -> Self {
        self.hooks(AfterTool(hook))
    }
}
