//! The answer, changed by a plain function.

use super::super::Agent;
use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::Graph;
use super::super::step::Step;
use crate::{BoxFuture, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Applies `f` to the answer.
    pub fn map<B: Send + 'static>(self, f: impl Fn(Out) -> B + Send + Sync + 'static) -> Agent<In, B> {
        Agent::from_step(Map { agent: self, f })
    }
}

struct Map<In, Out, F> {
    agent: Agent<In, Out>,
    f: F,
}

impl<In, Out, B, F> Step<In, B> for Map<In, Out, F>
where
    In: Send + 'static,
    Out: Send + 'static,
    F: Fn(Out) -> B + Send + Sync,
{
    fn name(&self) -> Option<&str> {
        self.agent.step.name()
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<B>>> {
        let running = self.agent.step.run(entry, context);
        Box::pin(async move { Ok(running.await?.map(&self.f)) })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        self.agent.step.draw(graph)
    }
}
