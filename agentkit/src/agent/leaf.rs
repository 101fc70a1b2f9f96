//! One agent with its types.

use std::marker::PhantomData;

use super::answer::Accept;
use super::context::Context;
use super::core::Core;
use super::drive::{Begin, Drive};
use super::entry::Entry;
use super::explain::AgentPlan;
use super::graph::{Graph, NodeShape};
use super::input::Render;
use super::step::Step;
use crate::output::{Answer, OutputError};
use crate::{BoxFuture, Error, ErrorKind, Output, Result, Run};

/// A check of the answer; it gives the answer back.
pub(crate) type Validator<Out> =
    Box<dyn Fn(Out) -> BoxFuture<'static, Result<Out, OutputError>> + Send + Sync>;

/// One agent with its types.
pub(crate) struct Leaf<In, Out, R> {
    core: Core,
    render: R,
    validators: Vec<Validator<Out>>,
    types: PhantomData<fn(In) -> Out>,
}

impl<In, Out, R> Leaf<In, Out, R> {
    pub(crate) fn new(core: Core, render: R, validators: Vec<Validator<Out>>) -> Self {
        Self { core, render, validators, types: PhantomData }
    }
}

impl<In: Send + 'static, Out: Output, R: Render<In>> Step<In, Out> for Leaf<In, Out, R> {
    fn name(&self) -> Option<&str> {
        self.core.name.as_deref()
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        let begin = match entry {
            Entry::New(input, talk) => self.render.render(input).map(|message| Begin::Input(message, talk)),
            Entry::Resume(resuming) if resuming.is_of(self.name()) => Ok(Begin::Resume(resuming)),
            Entry::Resume(resuming) => Err(resuming.foreign()),
        };
        Box::pin(async move {
            let mut accepted = Accepted { output: None, validators: &self.validators };
            let ended = Drive::new(&self.core, context, &mut accepted).run(begin?).await;
            let (report, finish) = ended?;
            accepted.output.map_or_else(|| Err(missing()), |output| Ok(Run::new(output, finish, report)))
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        graph.plan(|| AgentPlan::of(&self.core));
        let agent = graph.node(self.name().unwrap_or("agent"), NodeShape::Agent);
        for tool in &self.core.tools {
            let tool = graph.node(tool.name(), NodeShape::Tool);
            graph.edge(agent, tool, None);
        }
        (agent, agent)
    }
}

/// For an answer that was accepted and is not there, which a run cannot come to.
fn missing() -> Error {
    Error::new(ErrorKind::Parse, "the answer was accepted, and is missing")
}

/// The answer, once it is accepted.
struct Accepted<'a, Out> {
    output: Option<Out>,
    validators: &'a [Validator<Out>],
}

impl<Out: Output> Accept for Accepted<'_, Out> {
    fn decode(&mut self, answer: Answer<'_>) -> Result<(), OutputError> {
        self.output = Some(Out::decode(answer)?);
        Ok(())
    }

    fn validate(&mut self) -> Option<BoxFuture<'_, Result<(), OutputError>>> {
        if self.validators.is_empty() {
            return None;
        }
        Some(Box::pin(async move {
            for validator in self.validators {
                let Some(output) = self.output.take() else { break };
                self.output = Some(validator(output).await?);
            }
            Ok(())
        }))
    }
}
