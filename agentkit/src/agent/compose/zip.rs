//! Two agents on one input, at once.

use futures_util::future::{Either, select};
use tokio_util::sync::CancellationToken;

use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::step::Step;
use super::super::{Accepts, Agent};
use super::{After, Way};
use crate::run::Finish;
use crate::{BoxFuture, ErrorKind, Result, Run};

impl<In: Clone + Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Runs this agent and `other` on the same input, at once. If one fails the other is cancelled, and the
    /// error's report has what both had come to.
    pub fn zip<Other: Accepts<In>>(self, other: Other) -> Agent<In, (Out, Other::Out)> {
        Agent::from_step(Zip { left: self, right: other.into_agent() })
    }
}

struct Zip<In, A, B> {
    left: Agent<In, A>,
    right: Agent<In, B>,
}

impl<In, A, B> Step<In, (A, B)> for Zip<In, A, B>
where
    In: Clone + Send + 'static,
    A: Send + 'static,
    B: Send + 'static,
{
    fn name(&self) -> Option<&str> {
        None
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<(A, B)>>> {
        Box::pin(async move {
            let input = match Way::of(entry)? {
                Way::First(Entry::New(input, _)) => input,
                Way::First(Entry::Resume(resuming)) | Way::Into(_, resuming) => {
                    return Err(resuming.foreign());
                }
            };
            let parent = context.cancellation.as_ref();
            let token = parent.map_or_else(CancellationToken::new, CancellationToken::child_token);
            let part = |number: usize| Context { cancellation: Some(token.clone()), ..context.stage(number) };
            let (left_context, right_context) = (part(0), part(1));
            let left = self.left.step.run(Entry::of(input.clone()), &left_context);
            let right = self.right.step.run(Entry::of(input), &right_context);
            match join_or_cancel(left, right, &token).await {
                (Ok(left), Ok(right)) => {
                    let (a, finish, earlier) = left.into_parts();
                    Ok(right.map(|b| (a, b))).after(finish, earlier)
                }
                (Err(error), Ok(run)) => {
                    Err(error.without_pending()).after(Finish::Complete, run.into_parts().2)
                }
                (Ok(run), Err(error)) => {
                    Err(error.without_pending()).after(Finish::Complete, run.into_parts().2)
                }
                (Err(first), Err(second)) => {
                    // The one that was cancelled for the other's sake is not the cause.
                    let swap = first.kind() == ErrorKind::Cancelled;
                    let (error, other) = if swap { (second, first) } else { (first, second) };
                    Err(error.without_pending()).after(Finish::Complete, other.into_report())
                }
            }
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let fork = graph.node("both", NodeShape::Fork);
        let join = graph.node("zip", NodeShape::Fork);
        for (begin, end) in [self.left.step.draw(graph), self.right.step.draw(graph)] {
            graph.edge(fork, begin, None);
            graph.edge(end, join, None);
        }
        (fork, join)
    }
}

/// Waits for both. When one fails the token is cancelled, which ends the other.
async fn join_or_cancel<A: Send, B: Send>(
    left: BoxFuture<'_, Result<A>>,
    right: BoxFuture<'_, Result<B>>,
    token: &CancellationToken,
) -> (Result<A>, Result<B>) {
    match select(left, right).await {
        Either::Left((left, right)) => {
            if left.is_err() {
                token.cancel();
            }
            (left, right.await)
        }
        Either::Right((right, left)) => {
            if right.is_err() {
                token.cancel();
            }
            (left.await, right)
        }
    }
}
