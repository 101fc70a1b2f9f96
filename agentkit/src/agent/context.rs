//! What one run is given beside its input.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;

use futures_util::future::{Either, select};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::budget::Budget;
use super::event::Sink;
use super::journal::{Journal, Scoped};
use crate::{Error, ErrorKind, IncompleteReason, Result};

/// What one run is given beside its input; all stages of a chain share it.
#[derive(Clone, Default)]
pub(crate) struct Context {
    /// Ends the run when it is cancelled.
    pub(crate) cancellation: Option<CancellationToken>,
    /// Is told of what happens.
    pub(crate) events: Option<Sink>,
    /// What all stages together may spend.
    pub(crate) budget: Option<Budget>,
    /// Where effects are recorded.
    pub(crate) journal: Option<Scoped>,
}

impl Context {
    /// The same for one part of a composition, whose effects are recorded apart from the others'.
    pub(crate) fn stage(&self, part: impl fmt::Display) -> Self {
        let journal = self.journal.as_ref().map(|journal| journal.stage(part));
        Self {
            cancellation: self.cancellation.clone(),
            events: self.events.as_ref().map(Arc::clone),
            budget: self.budget.clone(),
            journal,
        }
    }

    /// What cuts short what is done between agents.
    pub(crate) fn guard(&self) -> Guard<'_> {
        Guard { cancellation: self.cancellation.as_ref(), deadline: None }
    }

    pub(crate) fn record_in(&mut self, journal: impl Journal) {
        self.journal = Some(Scoped::new(journal));
    }
}

/// What cuts a run short while it waits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Guard<'a> {
    pub(super) cancellation: Option<&'a CancellationToken>,
    pub(super) deadline: Option<Instant>,
}

impl Guard<'_> {
    /// Waits for `work`, unless the run is cut short before it is done.
    pub(crate) async fn wait<T>(self, work: impl Future<Output = T> + Send) -> Result<T> {
        if self.cancellation.is_none() && self.deadline.is_none() {
            return Ok(work.await);
        }
        let cut = pin!(self.cut());
        match select(cut, pin!(work)).await {
            Either::Left((error, _)) => Err(error),
            Either::Right((done, _)) => Ok(done),
        }
    }

    /// Waits until the run is to be cut short.
    async fn cut(self) -> Error {
        let cancelled = async {
            match self.cancellation {
                Some(token) => token.cancelled().await,
                None => std::future::pending().await,
            }
        };
        let late = async {
            match self.deadline {
                Some(deadline) => tokio::time::sleep_until(deadline).await,
                None => std::future::pending().await,
            }
        };
        match select(pin!(cancelled), pin!(late)).await {
            Either::Left(_) => Error::new(ErrorKind::Cancelled, "the run was cancelled"),
            Either::Right(_) => {
                let kind = ErrorKind::Incomplete(IncompleteReason::TimeLimit);
                Error::new(kind, "the time of the budget is used up")
            }
        }
    }
}
