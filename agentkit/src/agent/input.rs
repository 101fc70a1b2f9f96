//! A typed input as the first message of a run.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;

use crate::message::{Part, UserMessage};
use crate::{Error, ErrorKind, Result};

/// How an agent's input becomes its first message; see [`Envelope`] and
/// [`AgentBuilder::render`](super::AgentBuilder::render).
#[diagnostic::on_unimplemented(
    message = "`{In}` cannot be an agent's input",
    label = "the model cannot be shown a `{In}`",
    note = "implement `serde::Serialize` for `{In}`, or say how it reads with `.render(|input: &{In}| ...)`"
)]
pub trait Render<In>: Send + Sync + 'static {
    /// Makes the message.
    fn render(&self, input: In) -> Result<UserMessage>;
}

/// How inputs are rendered unless the builder is told otherwise.
///
/// `String` and `&'static str` are the message's text as they are; [`UserMessage`], `Vec<Part>` and [`Part`]
/// are its parts as they are. Any other type is two lines, a fixed one and the value as compact JSON, in the
/// order of its fields:
///
/// ```text
/// The input, as JSON:
/// {"city":"Paris","day":1}
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Envelope;

impl<In: Serialize + Send + 'static> Render<In> for Envelope {
    fn render(&self, input: In) -> Result<UserMessage> {
        let mut input = Some(input);
        if let Some(text) = taken::<String>(&mut input) {
            return Ok(text.into());
        }
        if let Some(text) = taken::<&'static str>(&mut input) {
            return Ok(text.into());
        }
        if let Some(message) = taken::<UserMessage>(&mut input) {
            return Ok(message);
        }
        if let Some(parts) = taken::<Vec<Part>>(&mut input) {
            return Ok(parts.into());
        }
        if let Some(part) = taken::<Part>(&mut input) {
            return Ok(part.into());
        }
        let mut text = b"The input, as JSON:\n".to_vec();
        serde_json::to_writer(&mut text, &input).map_err(|error| {
            Error::new(ErrorKind::Input, format!("the input does not serialise: {error}")).with_source(error)
        })?;
        Ok(String::from_utf8_lossy(&text).into_owned().into())
    }
}

/// The value, if `T` is its very type.
fn taken<T: 'static>(input: &mut dyn Any) -> Option<T> {
    input.downcast_mut::<Option<T>>()?.take()
}

/// Renders by a function of the user's; made by [`AgentBuilder::render`](super::AgentBuilder::render).
pub struct By<F, T> {
    render: F,
    rendered: PhantomData<fn() -> T>,
}

impl<F, T> By<F, T> {
    pub(crate) fn new(render: F) -> Self {
        Self { render, rendered: PhantomData }
    }
}

impl<In, F, T> Render<In> for By<F, T>
where
    F: Fn(&In) -> T + Send + Sync + 'static,
    T: Into<UserMessage> + 'static,
{
    fn render(&self, input: In) -> Result<UserMessage> {
        Ok((self.render)(&input).into())
    }
}

impl<F, T> fmt::Debug for By<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("By").finish_non_exhaustive()
    }
}
