//! The input, changed.

use super::super::Agent;
use super::super::context::Context;
use super::super::step::Step;
use crate::{BoxFuture, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Applies `f` to the input.
    pub fn contramap<A: Send + 'static>(self, f: impl Fn(A) -> In + Send + Sync + 'static) -> Agent<A, Out> {
        Agent::from_step(Contramap { agent: self, f })
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

    fn run<'a>(&'a self, input: A, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        self.agent.step.run((self.f)(input), context)
    }
}
