//! One agent on many inputs.

use futures_util::{StreamExt, stream};

use super::super::Agent;
use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use super::Way;
use crate::error::Report;
use crate::run::Finish;
use crate::{BoxFuture, Error, ErrorKind, Result, Run};

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Runs the agent on each of many inputs, at most `concurrency` of them at once (at least one). Each
    /// input has a result of its own, in the order of the inputs; one that fails does not hinder the others.
    ///
    /// Usage and turns are summed over all, failed ones included, and each is a stage of the report. Only a
    /// cancelled run fails as a whole.
    pub fn each(self, concurrency: usize) -> Agent<Vec<In>, Vec<Result<Out>>> {
        Agent::from_step(Each { agent: self, concurrency: concurrency.max(1) })
    }
}

struct Each<In, Out> {
    agent: Agent<In, Out>,
    concurrency: usize,
}

impl<In, Out> Step<Vec<In>, Vec<Result<Out>>> for Each<In, Out>
where
    In: Send + 'static,
    Out: Send + 'static,
{
    fn name(&self) -> Option<&str> {
        None
    }

    fn run<'a>(
        &'a self,
        entry: Entry<Vec<In>>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Run<Vec<Result<Out>>>>> {
        Box::pin(async move {
            let inputs = match Way::of(entry)? {
                Way::First(Entry::New(inputs, _)) => inputs,
                Way::First(Entry::Resume(resuming)) | Way::Into(_, resuming) => {
                    return Err(resuming.foreign());
                }
            };
            let items: Vec<_> = inputs.into_iter().enumerate().collect();
            let runs = stream::iter(items).map(|(place, input)| self.one(place, input, context));
            let ended: Vec<_> = runs.buffered(self.concurrency).collect().await;
            let mut report = Report::default();
            let mut finish = Finish::Complete;
            let mut outputs = Vec::with_capacity(ended.len());
            for ended in ended {
                let mut own = match ended {
                    Ok(run) => {
                        let (output, its_finish, own) = run.into_parts();
                        if its_finish != Finish::Complete {
                            finish = its_finish;
                        }
                        outputs.push(Ok(output));
                        own
                    }
                    Err(error) => {
                        let own = error.report().clone();
                        outputs.push(Err(error.without_pending()));
                        own
                    }
                };
                own.preceded_by(report);
                report = own;
            }
            if context.cancellation.as_ref().is_some_and(tokio_util::sync::CancellationToken::is_cancelled) {
                return Err(Error::new(ErrorKind::Cancelled, "the run was cancelled").with_report(report));
            }
            report.raw = None;
            report.path = None;
            Ok(Run::new(outputs, finish, report))
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let fork = graph.node("each", NodeShape::Fork);
        let join = graph.node("all", NodeShape::Fork);
        let (begin, end) = self.agent.step.draw(graph);
        graph.edge(fork, begin, Some(&format!("{} at once", self.concurrency)));
        graph.edge(end, join, None);
        (fork, join)
    }
}

impl<In: Send + 'static, Out: Send + 'static> Each<In, Out> {
    async fn one(&self, place: usize, input: In, context: &Context) -> Result<Run<Out>> {
        self.agent.step.run(Entry::of(input), &context.stage(place)).await
    }
}
