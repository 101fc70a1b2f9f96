//! What a tool may know of the run that calls it.

use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;

/// The call and the run that a tool is called from.
#[derive(Clone, Debug)]
pub struct ToolContext {
    inner: Arc<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    call_id: String,
    run_id: Arc<str>,
    turn: u32,
    cancellation: CancellationToken,
    budget: Budget,
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

impl ToolContext {
    /// The context of one call; public so that a tool can be called in a test.
    pub fn new(
        call_id: impl Into<String>,
        run_id: impl Into<Arc<str>>,
        turn: u32,
        cancellation: CancellationToken,
    ) -> Self {
        let inner = Inner {
            call_id: call_id.into(),
            run_id: run_id.into(),
            turn,
            cancellation,
            budget: Budget::default(),
        };
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
        &self.inner.run_id
    }

    /// The turn of the run, from 1.
    pub fn turn(&self) -> u32 {
        self.inner.turn
    }

    /// Cancelled when the run is; a tool that hands work to others passes it on.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.inner.cancellation
    }

    /// What was left of the run's limits when the call was made.
    pub fn budget(&self) -> Budget {
        self.inner.budget
    }
}
