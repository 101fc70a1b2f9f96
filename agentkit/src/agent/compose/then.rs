//! The answer, changed by a function that may fail or wait.

use std::error::Error as StdError;

use super::super::Agent;
use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use crate::{BoxFuture, Error, ErrorKind, Result, Run};

type Failure = Box<dyn StdError + Send + Sync>;

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Applies `f` to the answer. Its error ends the run as [`ErrorKind::Function`].
    pub fn try_map<B, E>(self, f: impl Fn(Out) -> Result<B, E> + Send + Sync + 'static) -> Agent<In, B>
    where
        B: Send + 'static,
        E: Into<Failure>,
    {
        self.then(move |output| {
            let done = f(output).map_err(Into::into);
            Box::pin(std::future::ready(done))
        })
    }

    /// Applies `f` to the answer, and waits for what it gives.
    pub fn map_async<B, Fut>(self, f: impl Fn(Out) -> Fut + Send + Sync + 'static) -> Agent<In, B>
    where
        B: Send + 'static,
        Fut: Future<Output = B> + Send + 'static,
    {
        self.then(move |output| {
            let doing = f(output);
            Box::pin(async move { Ok(doing.await) })
        })
    }

    /// Applies `f` to the answer, and waits for what it gives. Its error ends the run as
    /// [`ErrorKind::Function`].
    pub fn try_map_async<B, E, Fut>(self, f: impl Fn(Out) -> Fut + Send + Sync + 'static) -> Agent<In, B>
    where
        B: Send + 'static,
        E: Into<Failure>,
        Fut: Future<Output = Result<B, E>> + Send + 'static,
    {
        self.then(move |output| {
            let doing = f(output);
            Box::pin(async move { doing.await.map_err(Into::into) })
        })
    }

    fn then<B: Send + 'static>(
        self,
        f: impl Fn(Out) -> BoxFuture<'static, Result<B, Failure>> + Send + Sync + 'static,
    ) -> Agent<In, B> {
        Agent::from_step(Then { agent: self, f })
    }
}

struct Then<In, Out, F> {
    agent: Agent<In, Out>,
    f: F,
}

impl<In, Out, B, F> Step<In, B> for Then<In, Out, F>
where
    In: Send + 'static,
    Out: Send + 'static,
    B: Send + 'static,
    F: Fn(Out) -> BoxFuture<'static, Result<B, Failure>> + Send + Sync,
{
    fn name(&self) -> Option<&str> {
        self.agent.step.name()
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<B>>> {
        Box::pin(async move {
            let (output, finish, report) = self.agent.step.run(entry, context).await?.into_parts();
            match context.guard().wait((self.f)(output)).await {
                Ok(Ok(output)) => Ok(Run::new(output, finish, report)),
                Ok(Err(failure)) => {
                    let message = format!("a function after the answer failed: {failure}");
                    let error = Error::new(ErrorKind::Function, message).with_source(failure);
                    Err(error.with_report(report))
                }
                Err(cut) => Err(cut.with_report(report)),
            }
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let (begin, middle) = self.agent.step.draw(graph);
        let function = graph.node("function", NodeShape::Function);
        graph.edge(middle, function, None);
        (begin, function)
    }
}
