//! How a run, or the building of an agent, fails.

mod kind;
mod report;

use std::error::Error as StdError;
use std::fmt;

pub use kind::{ErrorKind, IncompleteReason};
pub use report::{Report, Stage};

use crate::agent::PendingRun;
use crate::provider::ProviderError;

/// Why an agent could not be built, or how its run ended without an answer.
///
/// Match on [`kind`](Self::kind); what the run had come to stands in [`report`](Self::report).
pub struct Error {
    inner: Box<Inner>,
}

struct Inner {
    kind: ErrorKind,
    message: String,
    report: Report,
    source: Option<Box<dyn StdError + Send + Sync>>,
    /// Whether it comes out of a chain, so that saying which stage failed helps.
    chained: bool,
    pending: Option<Box<PendingRun>>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        let inner = Inner {
            kind,
            message: message.into(),
            report: Report::default(),
            source: None,
            chained: false,
            pending: None,
        };
        Self { inner: Box::new(inner) }
    }

    pub(crate) fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.inner.source = Some(source.into());
        self
    }

    pub(crate) fn with_report(mut self, report: Report) -> Self {
        self.inner.report = report;
        self
    }

    pub(crate) fn report_mut(&mut self) -> &mut Report {
        &mut self.inner.report
    }

    pub(crate) fn with_pending(mut self, pending: PendingRun) -> Self {
        self.inner.pending = Some(Box::new(pending));
        self
    }

    pub(crate) fn pending_mut(&mut self) -> Option<&mut PendingRun> {
        self.inner.pending.as_deref_mut()
    }

    /// Gives up a run that waits, where it cannot be gone on with.
    pub(crate) fn without_pending(mut self) -> Self {
        self.inner.pending = None;
        self
    }

    /// Adds to what it says.
    pub(crate) fn and(mut self, more: &str) -> Self {
        self.inner.message.push_str(more);
        self
    }

    pub(crate) fn in_chain(mut self) -> Self {
        self.inner.chained = true;
        self
    }

    /// How the run ended.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// What the run had come to when it ended: transcript, usage, turns and the raw text at fault. Empty
    /// where an agent could not be built.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.inner.report
    }

    /// The report, without the error.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.inner.report
    }

    /// The run that waits for a decision, of an [`ErrorKind::Pending`].
    #[must_use]
    pub fn pending(&self) -> Option<&PendingRun> {
        self.inner.pending.as_deref()
    }

    /// The run that waits for a decision, to be stored and to be gone on with by
    /// [`Agent::resume`](crate::Agent::resume). `None` for every other kind of error, and for a run that
    /// waits inside a `zip` or a fan-out, where its siblings' answers would be lost.
    #[must_use]
    pub fn into_pending(self) -> Option<PendingRun> {
        self.inner.pending.map(|pending| *pending)
    }

    /// The provider's failure behind this error, if there is one.
    #[must_use]
    pub fn provider_error(&self) -> Option<&ProviderError> {
        self.inner.source.as_deref()?.downcast_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.inner.chained
            && let Some(stage) = self.inner.report.failed_stage()
        {
            write!(f, "stage {stage}: ")?;
        }
        f.write_str(&self.inner.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.inner.kind)
            .field("message", &self.inner.message)
            .field("turns", &self.inner.report.turns)
            .field("usage", &self.inner.report.usage)
            .field("source", &self.inner.source)
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.inner.source.as_deref().map(|source| source as _)
    }
}
