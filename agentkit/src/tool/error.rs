//! How a tool call fails.

use std::error::Error as StdError;
use std::fmt;

/// A tool's failure. Unless it is fatal or stops the run, the model reads its message and goes on.
///
/// Any error that can be printed turns into one by `?` or `.into()` where it is `Display`, through
/// [`ToolError::new`].
pub struct ToolError {
    kind: ToolErrorKind,
    message: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What a [`ToolError`] does to the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolErrorKind {
    /// The model is told, and may try again.
    Failed,
    /// The arguments do not fit the tool; the model is told where.
    InvalidArguments,
    /// The call took too long; the model is told.
    Timeout,
    /// The tool panicked; the model is told that it broke.
    Panicked,
    /// The run ends as stopped.
    Stop,
    /// The run ends as failed.
    Fatal,
}

impl ToolError {
    /// A failure that the model is told of, and may try to mend.
    pub fn new(message: impl fmt::Display) -> Self {
        Self::of(ToolErrorKind::Failed, message)
    }

    /// Ends the run: [`ErrorKind::Tool`](crate::ErrorKind::Tool).
    pub fn fatal(message: impl fmt::Display) -> Self {
        Self::of(ToolErrorKind::Fatal, message)
    }

    /// Stops the run: [`IncompleteReason::Stopped`](crate::IncompleteReason::Stopped).
    pub fn stop(message: impl fmt::Display) -> Self {
        Self::of(ToolErrorKind::Stop, message)
    }

    pub(crate) fn of(kind: ToolErrorKind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string(), source: None }
    }

    /// Adds what caused it.
    #[must_use]
    pub fn with_source(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// What it does to the run.
    pub fn kind(&self) -> ToolErrorKind {
        self.kind
    }

    /// What the model is told.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("kind", &self.kind)
            .field("message", &self.message)
            .field("source", &self.source)
            .finish()
    }
}

impl StdError for ToolError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl From<String> for ToolError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for ToolError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}
