//! A run with more to it than an input.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Agent;
use super::budget::Budget;
use super::context::Context;
use super::entry::{Entry, Talk};
use super::event::Event;
use super::journal::Journal;
use super::stream::RunStream;
use crate::{Result, Run, Transcript};

/// A run that has not begun; made by [`Agent::prepare`].
#[must_use = "nothing runs until `.run()` or `.stream()`"]
pub struct Prepared<In, Out> {
    agent: Agent<In, Out>,
    input: In,
    talk: Option<Talk>,
    context: Context,
}

impl<In, Out> Prepared<In, Out> {
    pub(super) fn new(agent: Agent<In, Out>, input: In) -> Self {
        Self { agent, input, talk: None, context: Context::default() }
    }

    /// Ends the run, as [`ErrorKind::Cancelled`](crate::ErrorKind::Cancelled), when `token` is cancelled.
    /// The provider's reply and the tools are dropped at once; calls without a result get a stub.
    pub fn cancel_on(mut self, token: CancellationToken) -> Self {
        self.context.cancellation = Some(token);
        self
    }

    /// Counts the run against `budget`, all stages of a chain together. Runs with clones of one budget share
    /// it.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.context.budget = Some(budget);
        self
    }

    /// Goes on with an earlier conversation. In a chain, it is the first stage's.
    pub fn transcript(mut self, transcript: Transcript) -> Self {
        self.talk = Some(Talk { history: transcript, ..Talk::default() });
        self
    }

    /// Calls `listen` with everything that happens in the run, as it happens. Replies are then streamed.
    pub fn on_event(mut self, listen: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.context.events = Some(Arc::new(move |event| listen(&event)));
        self
    }

    /// Records each effect of the run (model call, tool call, clock, random id) in `journal`, and takes
    /// from it those that it has already.
    pub fn journal(mut self, journal: impl Journal) -> Self {
        self.context.record_in(journal);
        self
    }
}

impl<In: Send + 'static, Out: Send + 'static> Prepared<In, Out> {
    /// Runs to the answer; see [`Agent::run`].
    pub async fn run(self) -> Result<Run<Out>> {
        let entry = Entry::New(self.input, self.talk);
        self.agent.step.run(entry, &self.context).await
    }

    /// Runs as a stream of what happens; see [`Agent::stream`].
    pub fn stream(self) -> RunStream<Out> {
        let Self { agent, input, talk, mut context } = self;
        RunStream::new(context.events.take(), |sink| {
            context.events = Some(sink);
            Box::pin(async move { agent.step.run(Entry::New(input, talk), &context).await })
        })
    }
}

impl<In, Out> fmt::Debug for Prepared<In, Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("agent", &self.agent).finish_non_exhaustive()
    }
}
