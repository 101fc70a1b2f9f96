//! What happens in a run, as it happens.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::decode::{PartialDecoder, Schema};
use crate::message::{ToolCall, ToolResult};
use crate::model::{FinishReason, Usage};

/// Something that happened in a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The name of the agent that it happened in, if it was given one.
    pub agent: Option<Arc<str>>,
    /// The turn of that agent's run, from 1.
    pub turn: u32,
    /// What happened.
    pub kind: EventKind,
}

/// What happened; see [`Event`].
///
/// In one turn: the pieces of the reply, the end of the reply, then the calls and their results as they
/// come. A provider that cannot stream gives a reply without pieces.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// More of the reply's text.
    Text(String),
    /// More of the model's reasoning.
    Reasoning(String),
    /// More of the words in which the model declines.
    Refusal(String),
    /// The model began to write a call. `index` tells the calls of a reply apart, from 0.
    CallStarted {
        /// The call's place in the reply.
        index: usize,
        /// Its id, as the provider gave it.
        id: String,
        /// The tool's name.
        name: String,
    },
    /// More of a call's arguments.
    Arguments {
        /// The call's place in the reply.
        index: usize,
        /// The next piece of their JSON text.
        json: String,
    },
    /// More of the answer is known.
    Partial(Partial),
    /// The reply is whole.
    Reply {
        /// Why the model stopped.
        finish: FinishReason,
        /// What the reply used.
        usage: Usage,
    },
    /// A tool begins to run.
    ToolStarted(ToolCall),
    /// A call has its result.
    ToolResult(ToolResult),
    /// The model is told that what it answered will not do, and why.
    Retry(String),
}

/// The part of an answer that is known so far.
///
/// It is a window on the growing answer, not a copy: looked at later, it shows what is known by then.
#[derive(Clone)]
pub struct Partial(Arc<Mutex<PartialDecoder>>);

impl Partial {
    pub(crate) fn new(schema: &Schema) -> Self {
        Self(Arc::new(Mutex::new(PartialDecoder::new(schema))))
    }

    pub(crate) fn push(&self, chunk: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(chunk);
    }

    /// What is known; `null` while nothing is.
    pub fn value(&self) -> Value {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).value().clone()
    }

    /// What is known as a `T`, whose fields have to be optional or have defaults; `None` while it does not
    /// decode.
    pub fn view<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(self.0.lock().unwrap_or_else(PoisonError::into_inner).value()).ok()
    }
}

impl fmt::Debug for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Partial").field(&self.value()).finish()
    }
}

/// What is told of each event.
pub(crate) type Sink = Arc<dyn Fn(Event) + Send + Sync>;
