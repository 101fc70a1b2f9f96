//! Agents: from a typed input to a typed answer.

mod accepts;
mod answer;
mod budget;
mod builder;
mod check;
mod closures;
mod compose;
mod context;
mod control;
mod core;
mod dispatch;
mod document;
mod drive;
mod effect;
mod entry;
mod event;
mod explain;
mod graph;
mod hooking;
mod hooks;
mod input;
mod invoke;
mod journal;
mod leaf;
mod model;
mod offer;
mod pending;
mod prepare;
mod prices;
mod reply;
mod resume;
mod scope;
mod session;
mod step;
mod stops;
mod stream;
mod tools;
mod window;
pub(crate) mod words;

use std::fmt;
use std::sync::Arc;

pub use accepts::Accepts;
pub use budget::{Budget, Limits, Spent};
pub use builder::AgentBuilder;
pub use compose::{Arm, Routed};
pub use event::{Event, EventKind, Partial};
pub use explain::{AgentPlan, Explanation};
pub use graph::Graph;
pub use hooks::{HookError, Hooks, RunInfo, ToolOutcome, Verdict};
pub use input::{By, Envelope, Render};
pub use journal::{Failure, Journal, JournalError, MemoryJournal, Record, ToolRecord};
pub use pending::{Decision, PendingCall, PendingRun, WaitsFor};
pub use prepare::Prepared;
pub use prices::{Price, Prices};
pub use session::Session;
pub use stream::{RunEvent, RunStream};
pub use window::Window;

use self::context::Context;
use self::entry::Entry;
use self::pending::Resuming;
use self::step::Step;
use crate::run::Finish;
use crate::{ErrorKind, Output, Provider, Result, Run, Transcript};
use compose::After;

/// An agent that takes `In` and answers with `Out`.
///
/// A clone is cheap and is the same agent. Runs share nothing but the agent's settings, so any number of
/// them can go on at once.
///
/// ```
/// use agentkit::Agent;
/// use agentkit::provider::{Reply, Scripted};
///
/// # async fn doc() -> agentkit::Result<()> {
/// let model = Scripted::new([Reply::text("Bonjour.")]);
/// let translator: Agent<String, String> =
///     Agent::builder(model).instructions("Translate into French.").build()?;
/// let run = translator.run("Good day.".to_owned()).await?;
/// assert_eq!(run.output, "Bonjour.");
/// # Ok(())
/// # }
/// ```
///
/// Runs need a tokio runtime with its timer on wherever a limit of time is at work: the time limit of a run,
/// and the timeout of a tool that is not done at once.
pub struct Agent<In, Out> {
    step: Arc<dyn Step<In, Out>>,
}

impl<In, Out> Clone for Agent<In, Out> {
    fn clone(&self) -> Self {
        Self { step: Arc::clone(&self.step) }
    }
}

impl<In, Out> fmt::Debug for Agent<In, Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("name", &self.step.name()).finish_non_exhaustive()
    }
}

impl<In, Out> Agent<In, Out> {
    /// Starts an agent on `provider`.
    pub fn builder(provider: impl Provider) -> AgentBuilder<In, Out>
    where
        In: Send + 'static,
        Out: Output,
    {
        AgentBuilder::new(Arc::new(provider))
    }

    fn from_step(step: impl Step<In, Out> + 'static) -> Self {
        Self { step: Arc::new(step) }
    }
}

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Runs the agent to its answer.
    ///
    /// Dropping the future stops the provider's reply and the tools at once. Whichever way the run ends,
    /// the transcript in the [`Run`] or in the error's [`Report`](crate::Report) has exactly one result for
    /// each call.
    pub async fn run(&self, input: In) -> Result<Run<Out>> {
        self.step.run(Entry::of(input), &Context::default()).await
    }

    /// Runs the agent as a stream of what happens, ending with the answer.
    pub fn stream(&self, input: In) -> RunStream<Out> {
        self.prepare(input).stream()
    }

    /// Begins a run that is given more than an input: a token to cancel it, a budget, an earlier
    /// conversation, a listener, a journal.
    pub fn prepare(&self, input: In) -> Prepared<In, Out> {
        Prepared::new(self.clone(), input)
    }

    /// Goes on with a run that waited, once there is a decision for each call that waits, by its id.
    ///
    /// Decisions that do not match those calls are an [`ErrorKind::Input`], and the
    /// run that waits can be taken from the error again.
    pub async fn resume(
        &self,
        pending: PendingRun,
        decisions: impl IntoIterator<Item = (impl Into<String>, Decision)>,
    ) -> Result<Run<Out>> {
        self.resume_in(&Context::default(), pending, decisions).await
    }

    async fn resume_in(
        &self,
        context: &Context,
        pending: PendingRun,
        decisions: impl IntoIterator<Item = (impl Into<String>, Decision)>,
    ) -> Result<Run<Out>> {
        let whole = pending.clone();
        let mut resuming = Resuming::new(pending, decisions)?;
        let earlier = resuming.pending.take_earlier();
        let ended = self.step.run(Entry::Resume(Box::new(resuming)), context).await;
        match ended {
            Err(error) if error.kind() == ErrorKind::Input => Err(error.with_pending(whole)),
            ended if earlier.stages.is_empty() => ended,
            ended => ended.after(Finish::Complete, earlier),
        }
    }

    /// Begins a conversation of several runs.
    pub fn session(&self) -> Session<In, Out> {
        self.session_from(Transcript::default())
    }

    /// Goes on with a conversation that was stored.
    pub fn session_from(&self, transcript: Transcript) -> Session<In, Out> {
        Session::new(self.clone(), transcript)
    }

    /// Says of each tool, stop tool and format how its schema goes out, how far the provider holds the model to
    /// it, and why no further, by the path in the schema.
    pub fn explain(&self) -> Explanation {
        let mut graph = Graph::explaining();
        self.step.draw(&mut graph);
        Explanation { agents: graph.into_plans() }
    }

    /// Draws the agent and what it is made of.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        self.step.draw(&mut graph);
        graph
    }
}
