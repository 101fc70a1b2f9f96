//! Another agent where the first fails.

use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use super::super::{Accepts, Agent};
use super::{After, Way, within};
use crate::run::Finish;
use crate::{BoxFuture, Error, ErrorKind, Result, Run};

impl<In: Clone + Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Gives the input to `next` if the run ends with an error that `when` holds true for: a larger model
    /// after a parse failure, another provider after an outage. What the failed run used is counted, and its
    /// conversation kept as a stage.
    ///
    /// A run that waits for a decision or was cancelled has not failed, and is not tried again.
    pub fn retry_with<Next: Accepts<In, Out = Out>>(
        self,
        next: Next,
        when: impl Fn(&Error) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::from_step(RetryWith { first: self, second: next.into_agent(), when })
    }
}

struct RetryWith<In, Out, F> {
    first: Agent<In, Out>,
    second: Agent<In, Out>,
    when: F,
}

impl<In, Out, F> Step<In, Out> for RetryWith<In, Out, F>
where
    In: Clone + Send + 'static,
    Out: Send + 'static,
    F: Fn(&Error) -> bool + Send + Sync,
{
    fn name(&self) -> Option<&str> {
        self.first.step.name()
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let later = context.stage(1);
            let (first, again) = match Way::of(entry)? {
                Way::First(Entry::New(input, talk)) => {
                    let again = (input.clone(), talk.clone());
                    (Entry::New(input, talk), Some(again))
                }
                // The input is not kept with a run that waits, so its failure is final.
                Way::First(resume) => (resume, None),
                Way::Into(_, resuming) => {
                    let second = self.second.step.run(Entry::Resume(resuming), &later).await;
                    return second.map_err(within(1));
                }
            };
            let error = match self.first.step.run(first, &context.stage(0)).await {
                Ok(run) => return Ok(run),
                Err(error) => within(0)(error),
            };
            let ended = matches!(error.kind(), ErrorKind::Pending | ErrorKind::Cancelled);
            match again {
                Some((input, talk)) if !ended && (self.when)(&error) => {
                    let second = self.second.step.run(Entry::New(input, talk), &later).await;
                    second.map_err(within(1)).after(Finish::Complete, error.into_report())
                }
                _ => Err(error),
            }
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let (begin, middle) = self.first.step.draw(graph);
        let (next, last) = self.second.step.draw(graph);
        let end = graph.node("or", NodeShape::Fork);
        graph.edge(middle, end, None);
        graph.edge(middle, next, Some("on error"));
        graph.edge(last, end, None);
        (begin, end)
    }
}
