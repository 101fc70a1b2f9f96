//! An answer on its way into a type.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::OutputError;
use crate::decode::Json;

/// What the model answered: which choice, and its value.
#[derive(Debug)]
pub struct Answer<'a> {
    choice: usize,
    body: Body<'a>,
}

#[derive(Debug)]
enum Body<'a> {
    Text(&'a str),
    Json(&'a Value),
    Decoded(&'a Json),
}

impl<'a> Answer<'a> {
    /// An answer in plain text; public, like the next, so that an output can be decoded in a test.
    pub fn of_text(text: &'a str) -> Self {
        Self { choice: 0, body: Body::Text(text) }
    }

    /// A value for the choice at `choice`.
    pub fn of_json(choice: usize, value: &'a Value) -> Self {
        Self { choice, body: Body::Json(value) }
    }

    /// A decoded value, whose numbers keep their source text, for the choice at `choice`.
    pub fn of_decoded(choice: usize, value: &'a Json) -> Self {
        Self { choice, body: Body::Decoded(value) }
    }

    /// The index of the choice, as [`shape`](super::Output::shape) lists them.
    pub fn choice(&self) -> usize {
        self.choice
    }

    /// The same answer to a shape whose first choice is the one at `first` here.
    #[must_use]
    pub fn from_choice(mut self, first: usize) -> Self {
        self.choice = self.choice.saturating_sub(first);
        self
    }

    /// The answer itself if it is to one of the first `count` choices; else the same to the choices after
    /// them.
    pub fn among(self, count: usize) -> Result<Self, Self> {
        if self.choice < count { Ok(self) } else { Err(self.from_choice(count)) }
    }

    /// The error of an answer to a choice that was not offered.
    pub fn unknown(&self) -> OutputError {
        OutputError::new("the answer is to a choice that was not offered")
    }

    /// Decodes the value.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, OutputError> {
        match self.body {
            Body::Json(value) => T::deserialize(value).map_err(OutputError::new),
            Body::Decoded(value) => value.deserialize().map_err(|error| OutputError::of_decoding(&error)),
            Body::Text(_) => Err(OutputError::new("the answer is text, not a value")),
        }
    }

    /// The text of a plain answer.
    pub fn text(&self) -> Result<&'a str, OutputError> {
        match self.body {
            Body::Text(text) => Ok(text),
            Body::Json(_) | Body::Decoded(_) => Err(OutputError::new("the answer is a value, not text")),
        }
    }
}
