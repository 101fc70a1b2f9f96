//! An agent's settings, one by one.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use super::Agent;
use super::budget::Limits;
use super::check;
use super::core::{ApprovalPolicy, Bounds};
use super::hooks::DynHooks;
use super::input::{By, Envelope, Render};
use super::leaf::{Leaf, Validator};
use super::window::Window;
use crate::decode::Options;
use crate::message::UserMessage;
use crate::model::{Effort, Settings, ToolChoice, ToolConstraint};
use crate::output::{OutputError, OutputMode};
use crate::provider::DynProvider;
use crate::{Output, Result, ToolSet};

/// Collects an agent's settings; finished by [`build`](Self::build).
#[must_use = "a builder does nothing until `.build()`"]
pub struct AgentBuilder<In, Out, R = Envelope> {
    pub(super) parts: Parts,
    render: R,
    validators: Vec<Validator<Out>>,
    types: PhantomData<fn(In) -> Out>,
}

/// The settings that do not depend on the agent's types.
pub(super) struct Parts {
    pub(super) provider: Arc<dyn DynProvider>,
    pub(super) name: Option<Arc<str>>,
    pub(super) instructions: Option<String>,
    pub(super) tools: ToolSet,
    pub(super) tool_choice: Option<ToolChoice>,
    pub(super) settings: Settings,
    pub(super) output_mode: OutputMode,
    pub(super) bounds: Bounds,
    pub(super) limits: Limits,
    pub(super) hooks: Vec<Box<dyn DynHooks>>,
    pub(super) approval: Option<Box<ApprovalPolicy>>,
    pub(super) window: Option<Window>,
    pub(super) decoding: Options,
}

impl<In, Out> AgentBuilder<In, Out> {
    pub(super) fn new(provider: Arc<dyn DynProvider>) -> Self {
        let parts = Parts {
            provider,
            name: None,
            instructions: None,
            tools: ToolSet::default(),
            tool_choice: None,
            settings: Settings::default(),
            output_mode: OutputMode::default(),
            bounds: Bounds::default(),
            limits: Limits::default(),
            hooks: Vec::new(),
            approval: None,
            window: None,
            decoding: Options::new(),
        };
        Self { parts, render: Envelope, validators: Vec::new(), types: PhantomData }
    }

    /// Sets how the input reads, as text (`String`) or as text and media (`Vec<Part>`), instead of the
    /// [`Envelope`].
    pub fn render<F, T>(self, render: F) -> AgentBuilder<In, Out, By<F, T>>
    where
        F: Fn(&In) -> T + Send + Sync + 'static,
        T: Into<UserMessage> + 'static,
    {
        let Self { parts, validators, types, .. } = self;
        AgentBuilder { parts, render: By::new(render), validators, types }
    }
}

impl<In, Out, R> AgentBuilder<In, Out, R> {
    /// Names the agent, for errors, events, graphs and reports.
    pub fn name(mut self, name: impl Into<Arc<str>>) -> Self {
        self.parts.name = Some(name.into());
        self
    }

    /// Sets the standing instructions (the system prompt).
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.parts.instructions = Some(instructions.into());
        self
    }

    /// Adds tools; may be called again to add more.
    pub fn tools(mut self, tools: impl Into<ToolSet>) -> Self {
        self.parts.tools = self.parts.tools.merge(tools);
        self
    }

    /// Sets whether and what the model must call. Unless it is set, a typed output makes the model call some
    /// tool in every turn where the provider can be told so, and is asked for again where it cannot.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.parts.tool_choice = Some(choice);
        self
    }

    /// Sets all settings of the model's at once; those set before are lost.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.parts.settings = settings;
        self
    }

    /// Sets how the model is made to give a typed answer; by stop tools unless set.
    pub fn output_mode(mut self, mode: OutputMode) -> Self {
        self.parts.output_mode = mode;
        self
    }

    /// Bounds the tokens of one reply, reasoning included.
    pub fn max_tokens(mut self, tokens: u32) -> Self {
        self.parts.settings.max_tokens = Some(tokens);
        self
    }

    /// Sets the randomness, from 0 to the provider's maximum (1 or 2).
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.parts.settings.temperature = Some(temperature);
        self
    }

    /// Sets how hard the model thinks.
    pub fn effort(mut self, effort: Effort) -> Self {
        self.parts.settings.effort = Some(effort);
        self
    }

    /// Sets how the provider holds a call's arguments to their schema.
    pub fn constraint(mut self, constraint: ToolConstraint) -> Self {
        self.parts.settings.constraint = constraint;
        self
    }

    /// Sets after how many turns (model calls) the run is brought to its end; 50 unless set.
    ///
    /// When they are used up, the model is asked once more with nothing but the answer on offer. An answer
    /// then is the run's, with [`Finish::TurnLimit`](crate::Finish::TurnLimit); anything else ends the run as
    /// [`IncompleteReason::TurnLimit`](crate::IncompleteReason::TurnLimit).
    pub fn max_turns(mut self, turns: u32) -> Self {
        self.parts.bounds.turns = turns;
        self
    }

    /// Sets how often a tool may be tried again after it failed; 3 unless set here or by the tool.
    ///
    /// Counted for each tool name by itself, over turns in a row: a turn in which a call of it succeeds sets
    /// the count back, a turn in which all calls of it fail adds one.
    pub fn tool_retries(mut self, retries: u32) -> Self {
        self.parts.bounds.tool_retries = retries;
        self
    }

    /// Sets how often, in one run, the model may be told that its answer was not accepted: it did not
    /// decode, a validator turned it down, it came in several ways at once, or as text where a call was due;
    /// 3 unless set.
    pub fn output_retries(mut self, retries: u32) -> Self {
        self.parts.bounds.output_retries = retries;
        self
    }

    /// Sets how often, in one run, the model is asked again after a reply that held nothing: it was empty, or
    /// was a call that the provider could not read; 2 unless set.
    pub fn reply_retries(mut self, retries: u32) -> Self {
        self.parts.bounds.reply_retries = retries;
        self
    }

    /// Sets how answers, and the arguments of calls, are decoded; [`Options::new`] unless set. Its mode and
    /// what becomes of members that are not named are seen to by the run.
    pub fn decoding(mut self, options: Options) -> Self {
        self.parts.decoding = options;
        self
    }

    /// Sets how long one call of a tool may take, unless the tool says so itself; 5 minutes unless set.
    pub fn tool_timeout(mut self, timeout: Duration) -> Self {
        self.parts.bounds.tool_timeout = timeout;
        self
    }

    /// Sets how many calls of one turn may run at once; 16 unless set.
    pub fn tool_concurrency(mut self, calls: usize) -> Self {
        self.parts.bounds.tool_concurrency = calls;
        self
    }
}

impl<In, Out: Output, R> AgentBuilder<In, Out, R> {
    /// Adds a check of the answer. What its error says goes back to the model, which may answer again
    /// within [`output_retries`](Self::output_retries).
    pub fn validate<E: fmt::Display>(
        self,
        check: impl Fn(&Out) -> Result<(), E> + Send + Sync + 'static,
    ) -> Self {
        self.validator(move |output| {
            let checked = check(&output).map_err(OutputError::new);
            Box::pin(std::future::ready(checked.map(|()| output)))
        })
    }

    /// Adds a check of the answer that waits for something. It takes the answer and gives it back, mended
    /// perhaps; what its error says goes back to the model, as with [`validate`](Self::validate).
    pub fn validate_async<Fut, E>(self, check: impl Fn(Out) -> Fut + Send + Sync + 'static) -> Self
    where
        Fut: Future<Output = Result<Out, E>> + Send + 'static,
        E: fmt::Display,
    {
        self.validator(move |output| {
            let checking = check(output);
            Box::pin(async move { checking.await.map_err(OutputError::new) })
        })
    }

    fn validator(
        mut self,
        check: impl Fn(Out) -> crate::BoxFuture<'static, Result<Out, OutputError>> + Send + Sync + 'static,
    ) -> Self {
        self.validators.push(Box::new(check));
        self
    }

    /// Finishes the agent. The error lists every mistake, not only the first.
    pub fn build(self) -> Result<Agent<In, Out>>
    where
        In: Send + 'static,
        R: Render<In>,
    {
        let core = check::build(self.parts, Out::shape())?;
        Ok(Agent::from_step(Leaf::new(core, self.render, self.validators)))
    }
}

impl<In, Out, R> fmt::Debug for AgentBuilder<In, Out, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentBuilder")
            .field("name", &self.parts.name)
            .field("provider", &self.parts.provider.name())
            .field("tools", &self.parts.tools)
            .finish_non_exhaustive()
    }
}
