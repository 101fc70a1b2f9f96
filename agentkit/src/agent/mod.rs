//! Agents: from a typed input to a typed answer.

mod accepts;
mod answer;
mod builder;
mod check;
mod compose;
mod context;
mod core;
mod drive;
mod input;
mod invoke;
mod leaf;
mod reply;
mod step;
mod stops;
mod tools;
mod words;

use std::fmt;
use std::sync::Arc;

pub use accepts::Accepts;
pub use builder::AgentBuilder;
pub use input::{By, Envelope, Render};

use self::context::Context;
use self::step::Step;
use crate::{Output, Provider, Result, Run};

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
        self.step.run(input, &Context::default()).await
    }
}
