//! From what the model answered to a value of the output type.

use serde_json::Value;

use crate::BoxFuture;
use crate::output::{Answer, Document, OutputError, ReadError};

/// What takes an answer, and says whether it will do.
pub(super) trait Accept: Send {
    /// Decodes the answer and keeps it.
    fn decode(&mut self, answer: Answer<'_>) -> Result<(), OutputError>;

    /// Puts what was kept to the user's own checks, if there are any.
    fn validate(&mut self) -> Option<BoxFuture<'_, Result<(), OutputError>>>;
}

/// Why an answer will not do.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    /// Where, as a JSON pointer, if that is known.
    pub(super) path: Option<String>,
}

impl From<ReadError> for Fault {
    fn from(ReadError { message, path }: ReadError) -> Self {
        Self { message, path }
    }
}

impl From<OutputError> for Fault {
    fn from(error: OutputError) -> Self {
        Self { message: error.to_string(), path: None }
    }
}

/// Takes a stop call's arguments as the answer of `choice`.
pub(super) async fn take_json(accept: &mut dyn Accept, choice: usize, text: &str) -> Result<(), Fault> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    let value: Value = serde_json::from_str(text).map_err(|error| Fault {
        message: format!("the arguments are not valid JSON: {error}"),
        path: None,
    })?;
    accept.decode(Answer::of_json(choice, &value))?;
    validated(accept).await
}

/// Takes plain text as the answer.
pub(super) async fn take_text(accept: &mut dyn Accept, text: &str) -> Result<(), Fault> {
    accept.decode(Answer::of_text(text))?;
    validated(accept).await
}

/// Takes a text as the document that was asked for.
pub(super) async fn take_document(
    accept: &mut dyn Accept,
    document: &Document,
    text: &str,
) -> Result<(), Fault> {
    let (choice, value) = document.read(text)?;
    accept.decode(Answer::of_json(choice, &value))?;
    validated(accept).await
}

async fn validated(accept: &mut dyn Accept) -> Result<(), Fault> {
    match accept.validate() {
        Some(checks) => Ok(checks.await?),
        None => Ok(()),
    }
}
