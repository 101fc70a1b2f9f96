//! What runs may spend, and what they have spent.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::prices::Prices;
use crate::model::Usage;
use crate::tool::Budget as Left;
use crate::{Error, ErrorKind, IncompleteReason, Result};

/// What a run, or all runs that share a [`Budget`], may spend. What is unset is not limited.
///
/// Each limit is looked at before a call is made, so the call that passes a limit of tokens or cost is still
/// answered, and its answer counts. The next one is not made: the run ends as
/// [`ErrorKind::Incomplete`] with the limit's reason, and all that it had come to is in the report. A provider
/// that does not report usage cannot be held to a limit of tokens or cost: after its first such reply, the
/// next call is not made either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    turns: Option<u64>,
    tool_calls: Option<u64>,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    total_tokens: Option<u64>,
    cost: Option<(f64, Prices)>,
    time: Option<Duration>,
}

impl Limits {
    /// No limit.
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits model calls. Unlike [`max_turns`](crate::AgentBuilder::max_turns), there is no last call.
    #[must_use]
    pub fn turns(mut self, turns: u64) -> Self {
        self.turns = Some(turns);
        self
    }

    /// Limits calls of tools. Of a turn's calls, those that fit are made.
    #[must_use]
    pub fn tool_calls(mut self, calls: u64) -> Self {
        self.tool_calls = Some(calls);
        self
    }

    /// Limits tokens read.
    #[must_use]
    pub fn input_tokens(mut self, tokens: u64) -> Self {
        self.input_tokens = Some(tokens);
        self
    }

    /// Limits tokens written.
    #[must_use]
    pub fn output_tokens(mut self, tokens: u64) -> Self {
        self.output_tokens = Some(tokens);
        self
    }

    /// Limits tokens read and written together.
    #[must_use]
    pub fn total_tokens(mut self, tokens: u64) -> Self {
        self.total_tokens = Some(tokens);
        self
    }

    /// Limits the cost, by `prices` and in their currency. A model without a price is not called.
    #[must_use]
    pub fn cost(mut self, cost: f64, prices: Prices) -> Self {
        self.cost = Some((cost, prices));
        self
    }

    /// Limits the time from the first call on; what goes on when it ends is dropped.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    pub(super) fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a reply without usage would make a limit meaningless.
    fn needs_usage(&self) -> Option<IncompleteReason> {
        let tokens = self.input_tokens.or(self.output_tokens).or(self.total_tokens);
        match (&self.cost, tokens) {
            (Some(_), _) => Some(IncompleteReason::CostLimit),
            (None, Some(_)) => Some(IncompleteReason::TokenLimit),
            (None, None) => None,
        }
    }

    /// The model's price, where there is a limit of cost.
    pub(super) fn check_price(&self, model: &str) -> Result<()> {
        match &self.cost {
            Some((_, prices)) if prices.of(model).is_none() => {
                let message = format!("there is a limit of cost, and no price for the model `{model}`");
                Err(Error::new(ErrorKind::Build, message))
            }
            _ => Ok(()),
        }
    }
}

/// What has been spent of a [`Budget`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Spent {
    /// Model calls.
    pub turns: u64,
    /// Calls of tools.
    pub tool_calls: u64,
    /// Tokens and requests.
    pub usage: Usage,
    /// The cost; 0 where no prices were given.
    pub cost: f64,
}

/// [`Limits`] and what has been spent of them. Clones share both: one budget for all stages of a chain, for
/// several runs, or for agents that call each other.
#[derive(Clone)]
pub struct Budget(Arc<Shared>);

struct Shared {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    spent: Spent,
    deadline: Option<tokio::time::Instant>,
    /// Whether a model call's usage is not known.
    unreported: bool,
}

impl Budget {
    /// Nothing spent of `limits`.
    pub fn new(limits: Limits) -> Self {
        Self(Arc::new(Shared { limits, state: Mutex::default() }))
    }

    /// What has been spent.
    pub fn spent(&self) -> Spent {
        self.state().spent.clone()
    }

    /// What may be spent.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what an earlier part of the run has spent.
    pub(super) fn charge(&self, earlier: &Spent) {
        let mut state = self.state();
        state.spent.turns += earlier.turns;
        state.spent.tool_calls += earlier.tool_calls;
        state.spent.usage += earlier.usage;
        state.spent.cost += earlier.cost;
    }

    /// When its time ends; the first to ask sets that, `elapsed` after the run began.
    pub(super) fn deadline(&self, elapsed: Duration) -> Option<tokio::time::Instant> {
        let time = self.0.limits.time?;
        let left = time.saturating_sub(elapsed);
        Some(*self.state().deadline.get_or_insert_with(|| tokio::time::Instant::now() + left))
    }

    pub(super) fn is_timed(&self) -> bool {
        self.0.limits.time.is_some()
    }

    /// Counts a model call that is about to be made, unless a limit is reached.
    pub(super) fn begin_turn(&self, model: &str) -> Result<()> {
        let limits = &self.0.limits;
        limits.check_price(model)?;
        let mut state = self.state();
        if state.unreported
            && let Some(reason) = limits.needs_usage()
        {
            let message = "the provider reported no usage, so the budget cannot be kept";
            return Err(Error::new(ErrorKind::Incomplete(reason), message));
        }
        let usage = state.spent.usage;
        let cost = limits.cost.as_ref().map(|(limit, _)| *limit);
        if reached(limits.turns, state.spent.turns) {
            return Err(limit(IncompleteReason::TurnLimit, "turns", limits.turns.as_ref()));
        }
        if reached(limits.input_tokens, usage.input_tokens) {
            return Err(limit(IncompleteReason::TokenLimit, "tokens read", limits.input_tokens.as_ref()));
        }
        if reached(limits.output_tokens, usage.output_tokens) {
            return Err(limit(IncompleteReason::TokenLimit, "tokens written", limits.output_tokens.as_ref()));
        }
        if reached(limits.total_tokens, usage.total()) {
            return Err(limit(IncompleteReason::TokenLimit, "tokens", limits.total_tokens.as_ref()));
        }
        if cost.is_some_and(|limit| state.spent.cost >= limit) {
            return Err(limit(IncompleteReason::CostLimit, "cost", cost.as_ref()));
        }
        state.spent.turns += 1;
        Ok(())
    }

    /// Counts what a model call has used.
    pub(super) fn spend(&self, model: &str, usage: Option<Usage>) {
        let limits = &self.0.limits;
        let mut state = self.state();
        let Some(usage) = usage else {
            state.unreported = true;
            return;
        };
        let price = limits.cost.as_ref().and_then(|(_, prices)| prices.of(model));
        state.spent.usage += usage;
        state.spent.cost += price.map_or(0.0, |price| price.of(&usage));
    }

    /// Lowers `left` to what is left of this budget.
    pub(super) fn lower(&self, left: &mut Left) {
        let limits = &self.0.limits;
        let spent = self.spent();
        let lower = |left: &mut Option<u32>, limit: Option<u64>, spent| {
            if let Some(limit) = limit {
                let own = u32::try_from(limit.saturating_sub(spent)).unwrap_or(u32::MAX);
                *left = Some(left.map_or(own, |left| left.min(own)));
            }
        };
        lower(&mut left.turns, limits.turns, spent.turns);
        lower(&mut left.tool_calls, limits.tool_calls, spent.tool_calls);
        if let Some(limit) = limits.total_tokens {
            let own = limit.saturating_sub(spent.usage.total());
            left.tokens = Some(left.tokens.map_or(own, |left| left.min(own)));
        }
    }

    /// How many of `calls` tool calls may be made; they are counted.
    pub(super) fn admit_calls(&self, calls: usize) -> usize {
        let mut state = self.state();
        let left =
            self.0.limits.tool_calls.map_or(u64::MAX, |limit| limit.saturating_sub(state.spent.tool_calls));
        let admitted = calls.min(usize::try_from(left).unwrap_or(usize::MAX));
        state.spent.tool_calls += admitted as u64;
        admitted
    }
}

fn reached(limit: Option<u64>, spent: u64) -> bool {
    limit.is_some_and(|limit| spent >= limit)
}

fn limit<T: fmt::Display>(reason: IncompleteReason, what: &str, limit: Option<&T>) -> Error {
    let limit = limit.map(ToString::to_string).unwrap_or_default();
    Error::new(ErrorKind::Incomplete(reason), format!("the budget of {limit} {what} is used up"))
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limits", &self.0.limits).field("spent", &self.spent()).finish()
    }
}
