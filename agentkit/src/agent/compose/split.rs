//! What follows an agent that may report a failure of its own.

use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use super::super::{Accepts, Agent};
use super::{After, Way, within};
use crate::{BoxFuture, Result, Run};

impl<In, T, F> Agent<In, Result<T, F>>
where
    In: Send + 'static,
    T: Send + 'static,
    F: Send + 'static,
{
    /// Applies `f` to the answer; a failure report stays.
    pub fn map_ok<U: Send + 'static>(
        self,
        f: impl Fn(T) -> U + Send + Sync + 'static,
    ) -> Agent<In, Result<U, F>> {
        self.map(move |answer| answer.map(&f))
    }

    /// Applies `f` to the failure report; an answer stays.
    pub fn map_failure<G: Send + 'static>(
        self,
        f: impl Fn(F) -> G + Send + Sync + 'static,
    ) -> Agent<In, Result<T, G>> {
        self.map(move |answer| answer.map_err(&f))
    }

    /// Feeds the answer to `next`; a failure report ends the chain as it is.
    pub fn and_then_ok<Next: Accepts<T>>(self, next: Next) -> Agent<In, Result<Next::Out, F>> {
        let next = next.into_agent().map(Ok);
        Agent::from_step(Split { first: self, ok: Branch::Agent(next), failed: Branch::Function(Err) })
    }

    /// Feeds the answer to `next`, which may report the same kind of failure; a failure report ends the chain
    /// as it is.
    pub fn try_and_then<U, Next>(self, next: Next) -> Agent<In, Result<U, F>>
    where
        U: Send + 'static,
        Next: Accepts<T, Out = Result<U, F>>,
    {
        let next = next.into_agent();
        Agent::from_step(Split { first: self, ok: Branch::Agent(next), failed: Branch::Function(Err) })
    }

    /// Feeds a failure report to `next`, which may report a failure again; an answer stays.
    pub fn or_else<G, Next>(self, next: Next) -> Agent<In, Result<T, G>>
    where
        G: Send + 'static,
        Next: Accepts<F, Out = Result<T, G>>,
    {
        let next = next.into_agent();
        Agent::from_step(Split { first: self, ok: Branch::Function(Ok), failed: Branch::Agent(next) })
    }

    /// Feeds a failure report to `next`, which answers in its place.
    pub fn unwrap_or_else<Next: Accepts<F, Out = T>>(self, next: Next) -> Agent<In, T> {
        let next = next.into_agent();
        let same = |answer| answer;
        Agent::from_step(Split { first: self, ok: Branch::Function(same), failed: Branch::Agent(next) })
    }
}

struct Split<In, T, F, Out> {
    first: Agent<In, Result<T, F>>,
    ok: Branch<T, Out>,
    failed: Branch<F, Out>,
}

enum Branch<Mid, Out> {
    Agent(Agent<Mid, Out>),
    Function(fn(Mid) -> Out),
}

/// The parts, as a run that waits names them.
const OK: u32 = 1;
const FAILED: u32 = 2;

impl<In, T, F, Out> Step<In, Out> for Split<In, T, F, Out>
where
    In: Send + 'static,
    T: Send + 'static,
    F: Send + 'static,
    Out: Send + 'static,
{
    fn name(&self) -> Option<&str> {
        None
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let later = context.stage(1);
            let first = match (Way::of(entry)?, &self.ok, &self.failed) {
                (Way::First(entry), ..) => entry,
                (Way::Into(OK, resuming), Branch::Agent(ok), _) => {
                    return ok.step.run(Entry::Resume(resuming), &later).await.map_err(within(OK));
                }
                (Way::Into(FAILED, resuming), _, Branch::Agent(failed)) => {
                    return failed.step.run(Entry::Resume(resuming), &later).await.map_err(within(FAILED));
                }
                (Way::Into(_, resuming), ..) => return Err(resuming.foreign()),
            };
            let run = self.first.step.run(first, &context.stage(0)).await.map_err(within(0))?;
            let (answer, finish, earlier) = run.into_parts();
            let next = match (answer, &self.ok, &self.failed) {
                (Ok(answer), Branch::Function(f), _) => return Ok(Run::new(f(answer), finish, earlier)),
                (Err(failure), _, Branch::Function(f)) => return Ok(Run::new(f(failure), finish, earlier)),
                (Ok(answer), Branch::Agent(next), _) => {
                    next.step.run(Entry::of(answer), &later).await.map_err(within(OK))
                }
                (Err(failure), _, Branch::Agent(next)) => {
                    next.step.run(Entry::of(failure), &later).await.map_err(within(FAILED))
                }
            };
            next.after(finish, earlier)
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let (begin, middle) = self.first.step.draw(graph);
        let end = graph.node("or", NodeShape::Fork);
        for (label, next) in [("ok", self.ok.draw(graph)), ("failure", self.failed.draw(graph))] {
            match next {
                Some((next, last)) => {
                    graph.edge(middle, next, Some(label));
                    graph.edge(last, end, None);
                }
                None => graph.edge(middle, end, Some(label)),
            }
        }
        (begin, end)
    }
}

impl<Mid, Out> Branch<Mid, Out> {
    fn draw(&self, graph: &mut Graph) -> Option<(usize, usize)> {
        match self {
            Self::Agent(agent) => Some(agent.step.draw(graph)),
            Self::Function(_) => None,
        }
    }
}
