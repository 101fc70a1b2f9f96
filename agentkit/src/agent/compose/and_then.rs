//! One agent after another.

use super::super::context::Context;
use super::super::step::Step;
use super::super::{Accepts, Agent};
use super::after::After;
use crate::{BoxFuture, Error, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Feeds the answer to `next`. The chain stops at the first stage that fails, and its error says which
    /// that was; usage and turns are summed over the stages.
    pub fn and_then<Next: Accepts<Out>>(self, next: Next) -> Agent<In, Next::Out> {
        Agent::from_step(AndThen { first: self, second: next.into_agent() })
    }
}

struct AndThen<In, Mid, Out> {
    first: Agent<In, Mid>,
    second: Agent<Mid, Out>,
}

impl<In, Mid, Out> Step<In, Out> for AndThen<In, Mid, Out>
where
    In: Send + 'static,
    Mid: Send + 'static,
    Out: Send + 'static,
{
    fn name(&self) -> Option<&str> {
        None
    }

    fn run<'a>(&'a self, input: In, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let (mid, finish, earlier) =
                self.first.step.run(input, context).await.map_err(Error::in_chain)?.into_parts();
            self.second.step.run(mid, context).await.after(finish, earlier)
        })
    }
}
