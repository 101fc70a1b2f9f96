//! Why an answer is not accepted.

use std::fmt;

/// Why an answer was not accepted. The model reads it and answers again, within the run's retries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputError {
    message: String,
}

impl OutputError {
    /// Why the answer is not accepted, in words for the model.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string() }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OutputError {}
