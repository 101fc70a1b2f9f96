//! The input, changed.

use super::super::Agent;
use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use crate::{BoxFuture, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Applies `f` to the input.
    pub fn contramap<A: Send + 'static>(self, f: impl Fn(A) -> In + Send + Sync + 'static) -> Agent<A, Out> {
        Agent::from_step(Contramap { agent: self, f })
    }

    /// Applies `f` to the input, and waits for what it gives.
    pub fn contramap_async<A, Fut>(self, f: impl Fn(A) -> Fut + Send + Sync + 'static) -> Agent<A, Out>
    where
        A: Send + 'static,
        Fut: Future<Output = In> + Send + 'static,
    {
        Agent::from_step(ContramapAsync { agent: self, f })
    }
}

struct Contramap<In, Out, F> {
    agent: Agent<In, Out>,
    f: F,
}

impl<A, In, Out, F> Step<A, Out> for Contramap<In, Out, F>
where
    A: Send + 'static,
    In: Send + 'static,
    Out: Send + 'static,
    F: Fn(A) -> In + Send + Sync,
{
    fn name(&self) -> Option<&str> {
        self.agent.step.name()
    }

    fn run<'a>(&'a self, entry: Entry<A>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        self.agent.step.run(entry.map(&self.f), context)
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        self.agent.step.draw(graph)
    }
}

struct ContramapAsync<In, Out, F> {
    agent: Agent<In, Out>,
    f: F,
}

impl<A, In, Out, F, Fut> Step<A, Out> for ContramapAsync<In, Out, F>
where
    A: Send + 'static,
    In: Send + 'static,
    Out: Send + 'static,
    F: Fn(A) -> Fut + Send + Sync,
    Fut: Future<Output = In> + Send + 'static,
{
    fn name(&self) -> Option<&str> {
        self.agent.step.name()
    }

    fn run<'a>(&'a self, entry: Entry<A>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let entry = match entry {
                Entry::New(input, talk) => Entry::New(context.guard().wait((self.f)(input)).await?, talk),
                Entry::Resume(resuming) => Entry::Resume(resuming),
            };
            self.agent.step.run(entry, context).await
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let function = graph.node("function", NodeShape::Function);
        let (next, end) = self.agent.step.draw(graph);
        graph.edge(function, next, None);
        (function, end)
    }
}
