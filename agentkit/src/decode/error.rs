use std::fmt;
use std::ops::Range;

use super::schema::SchemaError;

/// Why a reply could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The reply holds no JSON value.
    NoJson,
    /// The reply ends inside the value.
    Truncated,
    /// The text is not JSON and cannot be repaired in one way only.
    Syntax,
    /// A required member is absent.
    Missing,
    /// A value is of the wrong type.
    Type,
    /// A value breaks a constraint: a range, a length, a pattern, an enum.
    Constraint,
    /// A member that the closed schema does not name.
    Unknown,
    /// Several different answers fit.
    Ambiguous,
    /// The nesting is too deep.
    Depth,
    /// The reply is too long, or too costly to fit.
    Size,
    /// The schema itself cannot be used.
    Schema,
}

/// Why a reply could not be decoded, and where.
///
/// `Display` is a text for the model: what is wrong, where, what was found and what is allowed. It is
/// at most about 600 bytes long, however long the reply is.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError {
    inner: Box<Inner>,
}

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: DecodeErrorKind,
    path: String,
    span: Range<usize>,
    detail: String,
}

/// The longest detail that is kept, in bytes.
const MAX_DETAIL: usize = 480;
/// The longest path that is kept, in bytes.
const MAX_PATH: usize = 160;

impl DecodeError {
    pub(super) fn new(kind: DecodeErrorKind, span: Range<usize>, detail: impl Into<String>) -> Self {
        let detail = clip(detail.into(), MAX_DETAIL);
        Self { inner: Box::new(Inner { kind, path: String::new(), span, detail }) }
    }

    pub(super) fn at(mut self, path: String) -> Self {
        self.inner.path = clip(path, MAX_PATH);
        self
    }

    /// The same elsewhere in the reply.
    pub(super) fn with_span(mut self, span: Range<usize>) -> Self {
        self.inner.span = span;
        self
    }

    /// Prefixes the path with one step, on the way out of a nested value.
    pub(super) fn within(mut self, step: &str) -> Self {
        let mut path = String::from("/");
        push_escaped(&mut path, step);
        path.push_str(&self.inner.path);
        self.inner.path = clip(path, MAX_PATH);
        self
    }

    /// The kind of failure.
    pub fn kind(&self) -> DecodeErrorKind {
        self.inner.kind
    }

    /// Where in the value, as a JSON pointer; empty for the root.
    pub fn path(&self) -> &str {
        &self.inner.path
    }

    /// Where in the reply, in bytes.
    pub fn span(&self) -> Range<usize> {
        self.inner.span.clone()
    }

    /// What was found and what was expected, without the path.
    pub fn detail(&self) -> &str {
        &self.inner.detail
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.inner.path.is_empty() {
            write!(f, "at {}: ", self.inner.path)?;
        }
        f.write_str(&self.inner.detail)
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("kind", &self.inner.kind)
            .field("path", &self.inner.path)
            .field("span", &self.inner.span)
            .field("detail", &self.inner.detail)
            .finish()
    }
}

impl std::error::Error for DecodeError {}

impl serde::de::Error for DecodeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(DecodeErrorKind::Type, 0..0, message.to_string())
    }
}

impl From<SchemaError> for DecodeError {
    fn from(error: SchemaError) -> Self {
        Self::new(DecodeErrorKind::Schema, 0..0, error.to_string())
    }
}

/// Cuts a text at a character boundary and marks the cut.
pub(super) fn clip(mut text: String, max: usize) -> String {
    if text.len() > max {
        let mut end = max;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A quoted piece of the reply, short enough for a message.
pub(super) fn excerpt(text: &str) -> String {
    const MAX: usize = 60;
    let end = text.char_indices().map(|(at, _)| at).take_while(|&at| at <= MAX).last().unwrap_or(0);
    let shown = if text.len() <= MAX { text } else { text.get(..end).unwrap_or("") };
    let mark = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{mark}")
}

/// Appends one JSON pointer step, escaped by RFC 6901 and shortened when the key is long.
pub(super) fn push_escaped(path: &mut String, step: &str) {
    const MAX: usize = 64;
    for (at, c) in step.char_indices() {
        match c {
            _ if at >= MAX => return path.push('…'),
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            c => path.push(c),
        }
    }
}
