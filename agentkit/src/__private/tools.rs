//! What `#[tools]` generates calls of.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;

use crate::tool::{Tool, ToolArgRef, ToolError, ToolSet, ToolValue, into_text};

/// What is decoded for an argument of type `&T`.
pub type Owned<T> = <T as ToolArgRef>::Owned;

/// A set of these tools.
pub fn tool_set<const N: usize>(tools: [Tool; N]) -> ToolSet {
    tools.into_iter().collect()
}

/// Lends a decoded argument for the call.
pub fn lend<T: ToolArgRef + ?Sized>(owned: &T::Owned) -> &T {
    T::lend(owned)
}

/// Turns what a method returned into a tool result: the inherent method wins for `Result`, the trait method
/// serves every other type, so the two are told apart by type and not by spelling.
#[derive(Debug)]
pub struct Return<T>(pub T);

impl<T, E> Return<Result<T, E>> {
    /// The value's text, or the error's.
    pub fn into_result(self) -> Result<String, ToolError>
    where
        T: ToolValue,
        E: fmt::Display + 'static,
    {
        self.0.map_err(into_tool_error).and_then(|value| into_text(&value))
    }
}

/// See [`Return`].
pub trait PlainReturn {
    /// What was returned.
    type Value;

    /// The value's text.
    fn into_result(self) -> Result<String, ToolError>
    where
        Self::Value: ToolValue;
}

impl<T> PlainReturn for Return<T> {
    type Value = T;

    fn into_result(self) -> Result<String, ToolError>
    where
        T: ToolValue,
    {
        into_text(&self.0)
    }
}

/// A [`ToolError`] stays the one it is, boxed or not; any other error becomes one by its text.
fn into_tool_error<E: fmt::Display + 'static>(error: E) -> ToolError {
    let mut slot = Some(error);
    let any: &mut dyn Any = &mut slot;
    if let Some(error) = any.downcast_mut::<Option<ToolError>>().and_then(Option::take) {
        return error;
    }
    let boxed = if let Some(slot) = any.downcast_mut::<Option<Box<dyn StdError + Send + Sync>>>() {
        slot.take().map(|error| error.downcast().map_err(|error| error.to_string()))
    } else if let Some(slot) = any.downcast_mut::<Option<Box<dyn StdError>>>() {
        slot.take().map(|error| error.downcast().map_err(|error| error.to_string()))
    } else {
        None
    };
    match (boxed, slot) {
        (Some(Ok(error)), _) => *error,
        (Some(Err(message)), _) => ToolError::new(message),
        (None, Some(error)) => ToolError::new(error),
        (None, None) => ToolError::new("the tool failed"),
    }
}
