//! One agent after another.

use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::Graph;
use super::super::step::Step;
use super::super::{Accepts, Agent};
use super::{After, Way, within};
use crate::{BoxFuture, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Feeds the answer to `next`. The chain stops at the first stage that fails, and its error says which
    /// that was; usage and turns are summed over the stages.
    ///
    /// ```compile_fail
    /// # use agentkit::Agent;
    /// fn chain(shout: Agent<String, String>, count: Agent<u32, String>) {
    ///     shout.and_then(count); // `count` takes a number, and `shout` returns text
    /// }
    /// ```
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

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let later = context.stage(1);
            let first = match Way::of(entry)? {
                Way::First(entry) => entry,
                Way::Into(_, resuming) => {
                    let second = self.second.step.run(Entry::Resume(resuming), &later).await;
                    return second.map_err(within(1));
                }
            };
            let run = self.first.step.run(first, &context.stage(0)).await.map_err(within(0))?;
            let (mid, finish, earlier) = run.into_parts();
            self.second.step.run(Entry::of(mid), &later).await.map_err(within(1)).after(finish, earlier)
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let (begin, middle) = self.first.step.draw(graph);
        let (next, end) = self.second.step.draw(graph);
        graph.edge(middle, next, None);
        (begin, end)
    }
}
