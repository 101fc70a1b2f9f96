//! One call of a model.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::Settings;
use crate::Transcript;

/// What a run asks of a provider in one turn.
///
/// Built for a conversation that grows: cloning it is cheap, and the messages and tools keep their identity
/// from turn to turn, so that a provider serialises each of them once (see [`Cache`]).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Request {
    /// Standing instructions (the system prompt).
    pub instructions: Option<Arc<str>>,
    /// The conversation so far.
    pub messages: Transcript,
    /// The tools on offer, the stop tools included.
    pub tools: ToolList,
    /// Whether and what the model must call.
    pub tool_choice: ToolChoice,
    /// A schema for the reply itself, where the answer is not a call.
    pub response_format: Option<Arc<ResponseFormat>>,
    /// Everything else.
    pub settings: Arc<Settings>,
    /// Where the provider keeps what it has serialised of this run.
    pub cache: Cache,
}

/// Whether and what the model must call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// Some tool.
    Required,
    /// The tool of this name.
    Named(Arc<str>),
    /// No tool.
    None,
}

/// A tool as the model is told of it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolDefinition {
    /// Its name, of `[a-zA-Z0-9_-]`, at most 64 characters.
    pub name: Arc<str>,
    /// When to call it.
    pub description: Arc<str>,
    /// The full JSON Schema of its arguments; each provider lowers it to what it takes.
    pub parameters: Arc<Value>,
}

impl ToolDefinition {
    /// A tool of this name, description and argument schema.
    pub fn new(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
        parameters: impl Into<Arc<Value>>,
    ) -> Self {
        Self { name: name.into(), description: description.into(), parameters: parameters.into() }
    }
}

/// The tools of a request, shared by all requests of an agent.
#[derive(Clone, Debug, Default)]
pub struct ToolList(Arc<ToolListInner>);

#[derive(Debug, Default)]
struct ToolListInner {
    tools: Vec<ToolDefinition>,
    cache: Cache,
}

impl ToolList {
    /// The tools, in the order they are offered.
    pub fn as_slice(&self) -> &[ToolDefinition] {
        &self.0.tools
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.tools.is_empty()
    }

    /// Where providers keep the list's serialised form, once for all requests that share it.
    pub fn cache(&self) -> &Cache {
        &self.0.cache
    }

    /// Whether both are the same list, not only equal ones.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl FromIterator<ToolDefinition> for ToolList {
    fn from_iter<I: IntoIterator<Item = ToolDefinition>>(tools: I) -> Self {
        let inner = ToolListInner { tools: tools.into_iter().collect(), cache: Cache::default() };
        Self(Arc::new(inner))
    }
}

/// A schema that the reply itself must follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResponseFormat {
    /// Its name, of `[a-zA-Z0-9_-]`, at most 64 characters.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// The full JSON Schema, an object at its root.
    pub schema: Value,
}

impl ResponseFormat {
    /// A format of this name and schema, without a description.
    pub fn new(name: impl Into<String>, schema: Value) -> Self {
        Self { name: name.into(), description: None, schema }
    }
}

/// A place where a provider keeps what it made of a request, to be found again in the next one.
///
/// One slot, since a run talks to one provider at a time: a provider that finds another's value there
/// replaces it. Clones share the slot. What is kept must be checked against the request before it is used.
#[derive(Clone, Default)]
pub struct Cache(Arc<Mutex<Option<Box<dyn Any + Send>>>>);

impl Cache {
    /// Takes the value out, if there is one of this type. Put it back with [`Cache::put`].
    pub fn take<T: Any + Send>(&self) -> Option<Box<T>> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take()?.downcast().ok()
    }

    /// Keeps `value` in place of what was there.
    pub fn put<T: Any + Send>(&self, value: Box<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    /// Calls `f` with the value, if there is one of this type.
    pub fn with<T: Any + Send, R>(&self, f: impl FnOnce(&T) -> R) -> Option<R> {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.as_ref()?.downcast_ref().map(f)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cache")
    }
}
