//! Several runs as one conversation.

use std::fmt;

use super::entry::{Entry, Kept, Talk};
use super::{Agent, Context};
use crate::{Result, Run, Transcript};

/// A conversation with an agent over several runs, each with a typed answer.
///
/// However a run ends, dropped halfway even, its part of the conversation stays, with a result for each
/// call, and the next run goes on from there. With a chain, it is the first stage that remembers.
pub struct Session<In, Out> {
    agent: Agent<In, Out>,
    transcript: Transcript,
    kept: Kept,
}

impl<In: Send + 'static, Out: Send + 'static> Session<In, Out> {
    pub(super) fn new(agent: Agent<In, Out>, transcript: Transcript) -> Self {
        Self { agent, transcript, kept: Kept::default() }
    }

    /// Runs the agent on the next input.
    pub async fn run(&mut self, input: In) -> Result<Run<Out>> {
        self.collect();
        let talk = Talk { history: self.transcript.clone(), kept: self.kept.clone() };
        let ended = self.agent.step.run(Entry::New(input, Some(talk)), &Context::default()).await;
        self.collect();
        ended
    }

    /// The conversation so far.
    pub fn transcript(&mut self) -> &Transcript {
        self.collect();
        &self.transcript
    }

    /// The conversation, to be stored. [`Agent::session_from`] takes it up again.
    pub fn into_transcript(mut self) -> Transcript {
        self.collect();
        self.transcript
    }

    /// Takes what the last run left, dropped or not.
    fn collect(&mut self) {
        if let Some(transcript) = self.kept.take() {
            self.transcript = transcript;
        }
    }
}

impl<In, Out> fmt::Debug for Session<In, Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("agent", &self.agent)
            .field("messages", &self.transcript.len())
            .finish_non_exhaustive()
    }
}
