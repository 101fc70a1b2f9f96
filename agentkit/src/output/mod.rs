//! What an agent can answer with.

mod answer;
mod builtin;
mod document;
mod error;
mod mode;

use std::borrow::Cow;

use serde_json::Value;

pub use answer::Answer;
pub(crate) use document::{Document, Read};
pub use error::OutputError;
pub use mode::OutputMode;

/// A type that an agent can return.
///
/// `#[agent_output]` implements it; `String` is plain text; `Result<T, F>` is an answer or the model's own
/// report of why it has none. A type with serde and schemars impls of its own can implement it by hand:
///
/// ```
/// use agentkit::output::{Answer, Choice, Output, OutputError, Shape};
///
/// struct Celsius(f64);
///
/// impl Output for Celsius {
///     fn shape() -> Shape {
///         let schema = serde_json::json!({
///             "type": "object",
///             "properties": { "degrees": { "type": "number", "description": "In °C." } },
///             "required": ["degrees"],
///             "additionalProperties": false,
///         });
///         Shape::choices([Choice::new("The temperature.", schema)])
///     }
///
///     fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
///         #[derive(serde::Deserialize)]
///         struct Wire { degrees: f64 }
///         answer.json::<Wire>().map(|wire| Self(wire.degrees))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an agent's output",
    label = "not an agent output",
    note = "put `#[agent_output]` on `{Self}`, or use `String` for plain text"
)]
pub trait Output: Sized + Send + 'static {
    /// The shapes to offer. Called once, when an agent is built.
    fn shape() -> Shape;

    /// How many choices [`shape`](Self::shape) lists; plain text counts as one. Worth overriding where it is
    /// known, for it saves building the schemas at each answer.
    fn choice_count() -> usize {
        match Self::shape() {
            Shape::Text => 1,
            Shape::Choices(choices) => choices.len(),
        }
    }

    /// Turns the model's answer, already checked against the shape's schema, into the type.
    fn decode(answer: Answer<'_>) -> Result<Self, OutputError>;
}

/// An output with a failure report of its own, as `#[agent_output(failure = Type)]` names it.
pub trait Fallible: Output {
    /// What the model reports when it cannot answer.
    type Failure: Output;
}

/// An answer, or the report that goes with it: what an agent returns whose output names its failure.
pub type Outcome<T> = Result<T, <T as Fallible>::Failure>;

/// The shapes that an answer may take.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// Plain text.
    Text,
    /// One of these objects: one for a struct, one a variant for an enum.
    Choices(Vec<Choice>),
}

/// One shape that an answer may take; on the wire it is a tool that ends the run.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Choice {
    /// The stop tool's name; if unset it follows from its place: `stop`, or `task_failed` for a failure.
    pub name: Option<Cow<'static, str>>,
    /// When to choose it.
    pub description: Cow<'static, str>,
    /// Its JSON Schema, an object at its root.
    pub schema: Value,
    /// Whether it reports that the task could not be done.
    pub failure: bool,
}

impl Shape {
    /// The shape as choices; plain text becomes the member `result` of an object.
    pub fn into_choices(self) -> Vec<Choice> {
        match self {
            Self::Choices(choices) => choices,
            Self::Text => vec![builtin::wrapped::<String>()],
        }
    }

    /// One of `choices`.
    pub fn choices(choices: impl IntoIterator<Item = Choice>) -> Self {
        Self::Choices(choices.into_iter().collect())
    }
}

impl Choice {
    /// A choice of this description and schema, under its place's default name.
    pub fn new(description: impl Into<Cow<'static, str>>, schema: Value) -> Self {
        Self { name: None, description: description.into(), schema, failure: false }
    }

    /// The same under a name of its own.
    #[must_use]
    pub fn named(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = Some(name.into());
        self
    }
}
