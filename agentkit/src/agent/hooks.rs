//! A hand in the run: to observe, edit, veto or stop.

use std::fmt;

use crate::message::{ToolCall, UserMessage};
use crate::model::{Request, Response, Usage};
use crate::run::Finish;
use crate::tool::ToolError;
use crate::{BoxFuture, Error, ErrorKind, IncompleteReason};

/// What came of a tool's call: what the model is told, or how the call failed.
pub type ToolOutcome = Result<String, ToolError>;

/// What a hook may know of the run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RunInfo<'a> {
    /// The agent's name, if it was given one.
    pub agent: Option<&'a str>,
    /// The run's id.
    pub run_id: &'a str,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// What the run has used so far.
    pub usage: Usage,
}

/// What becomes of a call that is about to be made.
#[derive(Debug)]
pub enum Verdict {
    /// It is made.
    Run,
    /// It is not made, and this is what came of it: a result, or an error for the model to read.
    Answer(ToolOutcome),
}

/// Why a hook ends the run.
#[derive(Debug)]
pub struct HookError {
    kind: ErrorKind,
    message: String,
}

impl HookError {
    /// The hook failed; the run ends as [`ErrorKind::Hook`].
    pub fn new(message: impl fmt::Display) -> Self {
        Self { kind: ErrorKind::Hook, message: message.to_string() }
    }

    /// The hook wants the run stopped; it ends as [`IncompleteReason::Stopped`].
    pub fn stop(reason: impl fmt::Display) -> Self {
        Self { kind: ErrorKind::Incomplete(IncompleteReason::Stopped), message: reason.to_string() }
    }

    pub(super) fn into_error(self, hook: &str) -> Error {
        let done = if self.kind == ErrorKind::Hook { "failed" } else { "stopped the run" };
        Error::new(self.kind, format!("the hook `{hook}` {done}: {}", self.message))
    }
}

impl fmt::Display for HookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HookError {}

impl From<String> for HookError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for HookError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

/// Hooks into an agent's runs. Implement those that are needed, as plain `async fn`s.
///
/// Where an agent has several, those that come before something run in the order they were added, and those
/// that come after it in the reverse order, as layers do. In a run the order is: `before_run`; in each turn
/// `before_request`, `after_response`, and for each call, beside the other calls of the turn, `before_tool`
/// and `after_tool`; `on_retry` whenever the model is told that its answer will not do; `on_end`.
///
/// A hook's error ends the run. It is never swallowed: an `on_end` that fails makes a good run fail, and is
/// named beside the error of a failed one.
pub trait Hooks: Send + Sync + 'static {
    /// Before anything else; the input can be edited.
    fn before_run(
        &self,
        run: RunInfo<'_>,
        input: &mut UserMessage,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, input);
        async { Ok(()) }
    }

    /// Before a request goes out. What is edited goes out this once; the run's own conversation stays.
    fn before_request(
        &self,
        run: RunInfo<'_>,
        request: &mut Request,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, request);
        async { Ok(()) }
    }

    /// After a reply came, before it is looked at; what is edited counts as the model's.
    fn after_response(
        &self,
        run: RunInfo<'_>,
        response: &mut Response,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, response);
        async { Ok(()) }
    }

    /// Before a tool is called. Edited arguments are the tool's; the conversation keeps the model's.
    fn before_tool(
        &self,
        run: RunInfo<'_>,
        call: &mut ToolCall,
    ) -> impl Future<Output = Result<Verdict, HookError>> + Send {
        let _ = (run, call);
        async { Ok(Verdict::Run) }
    }

    /// After a tool's call, or its veto. The outcome can be rewritten: a failed deployment into
    /// [`ToolError::fatal`], which ends the run.
    fn after_tool(
        &self,
        run: RunInfo<'_>,
        call: &ToolCall,
        outcome: &mut ToolOutcome,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, call, outcome);
        async { Ok(()) }
    }

    /// When the model is told that what it answered will not do, and `why`.
    fn on_retry(&self, run: RunInfo<'_>, why: &str) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, why);
        async { Ok(()) }
    }

    /// When the run has ended, either way.
    fn on_end(
        &self,
        run: RunInfo<'_>,
        end: Result<Finish, &Error>,
    ) -> impl Future<Output = Result<(), HookError>> + Send {
        let _ = (run, end);
        async { Ok(()) }
    }
}

type Hooked<'a, T = ()> = BoxFuture<'a, Result<T, HookError>>;

/// The dyn-compatible face of [`Hooks`].
pub(crate) trait DynHooks: Send + Sync {
    fn before_run<'a>(&'a self, run: RunInfo<'a>, input: &'a mut UserMessage) -> Hooked<'a>;
    fn before_request<'a>(&'a self, run: RunInfo<'a>, request: &'a mut Request) -> Hooked<'a>;
    fn after_response<'a>(&'a self, run: RunInfo<'a>, response: &'a mut Response) -> Hooked<'a>;
    fn before_tool<'a>(&'a self, run: RunInfo<'a>, call: &'a mut ToolCall) -> Hooked<'a, Verdict>;
    fn after_tool<'a>(
        &'a self,
        run: RunInfo<'a>,
        call: &'a ToolCall,
        outcome: &'a mut ToolOutcome,
    ) -> Hooked<'a>;
    fn on_retry<'a>(&'a self, run: RunInfo<'a>, why: &'a str) -> Hooked<'a>;
    fn on_end<'a>(&'a self, run: RunInfo<'a>, end: Result<Finish, &'a Error>) -> Hooked<'a>;
}

impl<H: Hooks> DynHooks for H {
    fn before_run<'a>(&'a self, run: RunInfo<'a>, input: &'a mut UserMessage) -> Hooked<'a> {
        Box::pin(Hooks::before_run(self, run, input))
    }

    fn before_request<'a>(&'a self, run: RunInfo<'a>, request: &'a mut Request) -> Hooked<'a> {
        Box::pin(Hooks::before_request(self, run, request))
    }

    fn after_response<'a>(&'a self, run: RunInfo<'a>, response: &'a mut Response) -> Hooked<'a> {
        Box::pin(Hooks::after_response(self, run, response))
    }

    fn before_tool<'a>(&'a self, run: RunInfo<'a>, call: &'a mut ToolCall) -> Hooked<'a, Verdict> {
        Box::pin(Hooks::before_tool(self, run, call))
    }

    fn after_tool<'a>(
        &'a self,
        run: RunInfo<'a>,
        call: &'a ToolCall,
        outcome: &'a mut ToolOutcome,
    ) -> Hooked<'a> {
        Box::pin(Hooks::after_tool(self, run, call, outcome))
    }

    fn on_retry<'a>(&'a self, run: RunInfo<'a>, why: &'a str) -> Hooked<'a> {
        Box::pin(Hooks::on_retry(self, run, why))
    }

    fn on_end<'a>(&'a self, run: RunInfo<'a>, end: Result<Finish, &'a Error>) -> Hooked<'a> {
        Box::pin(Hooks::on_end(self, run, end))
    }
}
