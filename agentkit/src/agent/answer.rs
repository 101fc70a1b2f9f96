//! From what the model answered to a value of the output type.

use crate::BoxFuture;
use crate::decode::{Options, Repair, Schema, decode_with};
use crate::output::{Answer, Document, OutputError};

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

impl From<OutputError> for Fault {
    fn from(error: OutputError) -> Self {
        Self { message: error.to_string(), path: error.path().map(str::to_owned) }
    }
}

/// Takes a stop call's arguments as the answer of `choice`; what was mended in them.
pub(super) async fn take_json(
    accept: &mut dyn Accept,
    choice: usize,
    text: &str,
    schema: Option<&Schema>,
    options: &Options,
) -> Result<Vec<Repair>, Fault> {
    let missing = || OutputError::new("the answer is to a choice that was not offered");
    let decoded = decode_with(text, schema.ok_or_else(missing)?, options);
    let decoded = decoded.map_err(|error| OutputError::of_decoding(&error))?;
    accept.decode(Answer::of_decoded(choice, &decoded.value))?;
    validated(accept).await?;
    Ok(decoded.repairs)
}

/// Takes plain text as the answer.
pub(super) async fn take_text(accept: &mut dyn Accept, text: &str) -> Result<(), Fault> {
    accept.decode(Answer::of_text(text))?;
    validated(accept).await
}

/// Takes a text as the document that was asked for; what was mended in it.
pub(super) async fn take_document(
    accept: &mut dyn Accept,
    document: &Document,
    text: &str,
    options: &Options,
) -> Result<Vec<Repair>, Fault> {
    let read = document.read(text, options)?;
    accept.decode(read.answer())?;
    validated(accept).await?;
    Ok(read.repairs)
}

async fn validated(accept: &mut dyn Accept) -> Result<(), Fault> {
    match accept.validate() {
        Some(checks) => Ok(checks.await?),
        None => Ok(()),
    }
}
