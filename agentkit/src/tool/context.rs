//! What a tool may know of the run that calls it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio_util::sync::CancellationToken;

use crate::Usage;
use crate::decode::{Mode, Options, Repair, Unknown};

/// The call and the run that a tool is called from.
#[derive(Clone, Debug)]
pub struct ToolContext {
    inner: Arc<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    call_id: String,
    turn: u32,
    budget: Budget,
    run: Arc<RunScope>,
}

/// What is left of a run's limits; `None` where there is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Turns after this one.
    pub turns: Option<u32>,
    /// Tool calls after this one.
    pub tool_calls: Option<u32>,
    /// Tokens, input and output together.
    pub tokens: Option<u64>,
    /// Until when the run may last.
    pub deadline: Option<Instant>,
}

/// What all calls of a run share.
#[derive(Debug)]
pub(crate) struct RunScope {
    run_id: Arc<str>,
    cancellation: CancellationToken,
    /// What tools have used of models, and the run has not counted yet.
    used: Mutex<Usage>,
    /// How arguments are decoded.
    decoding: Options,
    /// What was mended in arguments, and the run has not noted yet.
    repairs: Mutex<Vec<Repair>>,
}

impl RunScope {
    pub(crate) fn new(run_id: Arc<str>, cancellation: CancellationToken, decoding: &Options) -> Arc<Self> {
        let decoding = decoding.clone().mode(Mode::ToolArgs).unknown(Unknown::Refuse);
        Arc::new(Self { run_id, cancellation, used: Mutex::default(), decoding, repairs: Mutex::default() })
    }

    /// Takes what was mended since the last time.
    pub(crate) fn take_repairs(&self) -> Vec<Repair> {
        std::mem::take(&mut *self.repairs.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends what tools have handed to others.
    pub(crate) fn end(&self) {
        self.cancellation.cancel();
    }

    /// Takes what tools have used since the last time.
    pub(crate) fn take_used(&self) -> Usage {
        std::mem::take(&mut *self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ToolContext {
    /// The context of one call; public so that a tool can be called in a test.
    pub fn new(
        call_id: impl Into<String>,
        run_id: impl Into<Arc<str>>,
        turn: u32,
        cancellation: CancellationToken,
    ) -> Self {
        Self::of_run(call_id, turn, &RunScope::new(run_id.into(), cancellation, &Options::new()))
    }

    pub(crate) fn of_run(call_id: impl Into<String>, turn: u32, run: &Arc<RunScope>) -> Self {
        let inner = Inner { call_id: call_id.into(), turn, budget: Budget::default(), run: Arc::clone(run) };
        Self { inner: Arc::new(inner) }
    }

    /// The same with what is left of the run's limits.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        Arc::make_mut(&mut self.inner).budget = budget;
        self
    }

    /// The call's id, as the model's provider gave it.
    pub fn call_id(&self) -> &str {
        &self.inner.call_id
    }

    /// The run's id, unique in the process.
    pub fn run_id(&self) -> &str {
        &self.inner.run.run_id
    }

    /// The turn of the run, from 1.
    pub fn turn(&self) -> u32 {
        self.inner.turn
    }

    /// Cancelled when the run is over, cancelled or not; a tool that hands work to others passes it on.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.inner.run.cancellation
    }

    /// What was left of the run's limits when the call was made.
    pub fn budget(&self) -> Budget {
        self.inner.budget
    }

    /// How the call's arguments are decoded.
    pub(crate) fn decoding(&self) -> &Options {
        &self.inner.run.decoding
    }

    /// Notes what was mended in the call's arguments.
    pub(crate) fn mended(&self, repairs: Vec<Repair>) {
        if !repairs.is_empty() {
            self.inner.run.repairs.lock().unwrap_or_else(PoisonError::into_inner).extend(repairs);
        }
    }

    /// Counts what the tool itself has used of models as the run's.
    pub fn count_usage(&self, usage: Usage) {
        *self.inner.run.used.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }
}
