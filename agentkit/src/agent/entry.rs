//! How a run begins.

use std::sync::{Arc, Mutex, PoisonError};

use super::pending::Resuming;
use crate::Transcript;

/// How a run begins: with an input, or where an earlier one waited for a decision.
pub(crate) enum Entry<In> {
    /// With an input, perhaps after an earlier conversation.
    New(In, Option<Talk>),
    /// Where an earlier run waited.
    Resume(Box<Resuming>),
}

impl<In> Entry<In> {
    /// With an input and nothing before it.
    pub(crate) fn of(input: In) -> Self {
        Self::New(input, None)
    }

    /// Applies `f` to the input.
    pub(crate) fn map<B>(self, f: impl FnOnce(In) -> B) -> Entry<B> {
        match self {
            Self::New(input, talk) => Entry::New(f(input), talk),
            Self::Resume(resuming) => Entry::Resume(resuming),
        }
    }
}

/// An earlier conversation that a run goes on with, and where it leaves its own.
#[derive(Clone, Default)]
pub(crate) struct Talk {
    pub(crate) history: Transcript,
    pub(crate) kept: Kept,
}

/// Where a run leaves its conversation when it ends, dropped halfway or not.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Option<Transcript>>>);

impl Kept {
    pub(crate) fn put(&self, transcript: Transcript) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(transcript);
    }

    pub(crate) fn take(&self) -> Option<Transcript> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
