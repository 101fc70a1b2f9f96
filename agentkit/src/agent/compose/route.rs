//! One agent a variant.

use std::fmt;

use super::super::Agent;
use super::super::context::Context;
use super::super::entry::Entry;
use super::super::graph::{Graph, NodeShape};
use super::super::pending::Resuming;
use super::super::step::Step;
use super::{After, Way, within};
use crate::{BoxFuture, Result, Run};

/// Sends an agent's answer to one agent a variant.
///
/// It is a `match`, and like one it must be exhaustive: a variant without an arm is a compile error. Each
/// arm names an agent and, in parentheses, the input made of what the pattern binds. All agents give the
/// same type.
///
/// ```
/// use agentkit::{Agent, route};
///
/// # struct Order(u32);
/// enum Intent { Refund(Order), Complaint { text: String }, General }
///
/// fn desk(
///     triage: Agent<String, Intent>,
///     refunds: Agent<Order, String>,
///     complaints: Agent<String, String>,
///     small_talk: Agent<(), String>,
/// ) -> Agent<String, String> {
///     route!(triage, {
///         Intent::Refund(order) => refunds(order),
///         Intent::Complaint { text } => complaints(text),
///         Intent::General => small_talk(()),
///     })
/// }
/// ```
#[macro_export]
macro_rules! route {
    ($router:expr, { $($pattern:pat => $agent:ident($input:expr)),+ $(,)? }) => {
        $crate::Agent::route(
            $router,
            ::std::vec![$($crate::agent::Arm::new(::std::stringify!($pattern), &$agent)),+],
            {
                $(let $agent = ::std::clone::Clone::clone(&$agent);)+
                move |answer| match answer {
                    $($pattern => $crate::agent::Routed::new(&$agent, $input),)+
                }
            },
        )
    };
}

/// An agent that answers may be sent to; made by [`route!`](crate::route).
pub struct Arm<Out> {
    label: String,
    address: usize,
    step: Box<dyn ArmStep<Out>>,
}

/// An agent and the input that it is given; made by [`route!`](crate::route).
pub struct Routed<Out> {
    address: usize,
    start: Box<dyn StartStep<Out>>,
}

/// An agent with its input.
trait StartStep<Out>: Send {
    fn start(self: Box<Self>, context: &Context) -> BoxFuture<'_, Result<Run<Out>>>;
}

impl<In: Send + 'static, Out: Send + 'static> StartStep<Out> for (Agent<In, Out>, In) {
    fn start(self: Box<Self>, context: &Context) -> BoxFuture<'_, Result<Run<Out>>> {
        Box::pin(async move {
            let (agent, input) = *self;
            agent.step.run(Entry::of(input), context).await
        })
    }
}

/// What an arm does whatever its agent takes.
trait ArmStep<Out>: Send + Sync {
    fn resume<'a>(&'a self, resuming: Box<Resuming>, context: &'a Context)
    -> BoxFuture<'a, Result<Run<Out>>>;
    fn draw(&self, graph: &mut Graph) -> (usize, usize);
}

impl<In: Send + 'static, Out: Send + 'static> ArmStep<Out> for Agent<In, Out> {
    fn resume<'a>(
        &'a self,
        resuming: Box<Resuming>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Run<Out>>> {
        self.step.run(Entry::Resume(resuming), context)
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        self.step.draw(graph)
    }
}

impl<Out: Send + 'static> Arm<Out> {
    /// An arm for `agent`; `label` says in graphs when it is taken.
    pub fn new<In: Send + 'static>(label: impl Into<String>, agent: &Agent<In, Out>) -> Self {
        Self { label: label.into(), address: agent.address(), step: Box::new(agent.clone()) }
    }
}

impl<Out: Send + 'static> Routed<Out> {
    /// Sends `input` to `agent`.
    pub fn new<In: Send + 'static>(agent: &Agent<In, Out>, input: In) -> Self {
        Self { address: agent.address(), start: Box::new((agent.clone(), input)) }
    }
}

impl<In: Send + 'static, Out: Send + 'static> Agent<In, Out> {
    /// Sends the answer where `choose` says. What [`route!`](crate::route) expands to; `arms` are the agents
    /// that `choose` may name, for graphs and for runs that wait.
    pub fn route<B: Send + 'static>(
        self,
        arms: Vec<Arm<B>>,
        choose: impl Fn(Out) -> Routed<B> + Send + Sync + 'static,
    ) -> Agent<In, B> {
        Agent::from_step(Route { router: self, arms, choose })
    }

    fn address(&self) -> usize {
        std::sync::Arc::as_ptr(&self.step).cast::<()>().addr()
    }
}

struct Route<In, Mid, Out, F> {
    router: Agent<In, Mid>,
    arms: Vec<Arm<Out>>,
    choose: F,
}

impl<In, Mid, Out, F> Step<In, Out> for Route<In, Mid, Out, F>
where
    In: Send + 'static,
    Mid: Send + 'static,
    Out: Send + 'static,
    F: Fn(Mid) -> Routed<Out> + Send + Sync,
{
    fn name(&self) -> Option<&str> {
        None
    }

    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>> {
        Box::pin(async move {
            let later = context.stage(1);
            let first = match Way::of(entry)? {
                Way::First(entry) => entry,
                Way::Into(part, resuming) => {
                    let place = usize::try_from(part).unwrap_or_default().wrapping_sub(1);
                    let Some(arm) = self.arms.get(place) else { return Err(resuming.foreign()) };
                    return arm.step.resume(resuming, &later).await.map_err(within(part));
                }
            };
            let run = self.router.step.run(first, &context.stage(0)).await.map_err(within(0))?;
            let (mid, finish, earlier) = run.into_parts();
            let routed = (self.choose)(mid);
            let place = self.arms.iter().position(|arm| arm.address == routed.address);
            let part = place.and_then(|place| u32::try_from(place).ok()).unwrap_or(u32::MAX - 1) + 1;
            routed.start.start(&later).await.map_err(within(part)).after(finish, earlier)
        })
    }

    fn draw(&self, graph: &mut Graph) -> (usize, usize) {
        let (begin, fork) = self.router.step.draw(graph);
        let end = graph.node("or", NodeShape::Fork);
        for arm in &self.arms {
            let (next, last) = arm.step.draw(graph);
            graph.edge(fork, next, Some(&arm.label));
            graph.edge(last, end, None);
        }
        (begin, end)
    }
}

impl<Out> fmt::Debug for Arm<Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arm").field("label", &self.label).finish_non_exhaustive()
    }
}

impl<Out> fmt::Debug for Routed<Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Routed").finish_non_exhaustive()
    }
}
