//! Why an answer is not accepted.

use std::fmt;

use crate::decode::DecodeError;

/// Why an answer was not accepted. The model reads it and answers again, within the run's retries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputError {
    message: String,
    path: Option<String>,
}

impl OutputError {
    /// Why the answer is not accepted, in words for the model.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), path: None }
    }

    pub(crate) fn of_decoding(error: &DecodeError) -> Self {
        Self { message: error.to_string(), path: Some(error.path().to_owned()) }
    }

    pub(crate) fn at(path: &str, why: impl fmt::Display) -> Self {
        let place = if path.is_empty() { "the answer" } else { path };
        Self { message: format!("{place}: {why}"), path: Some(path.to_owned()) }
    }

    /// Where in the answer the fault is, as a JSON pointer, if that is known.
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OutputError {}
