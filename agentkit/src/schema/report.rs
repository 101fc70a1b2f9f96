//! What lowering did, and why it refused.

use std::fmt;

use serde_json::Value;

use super::Target;

/// A schema that fits a target, and all that was done to it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lowered {
    /// The schema to send.
    pub schema: Value,
    /// Every difference from the schema that was given, in the order it was met.
    pub changes: Vec<Change>,
}

/// One difference between the schema given and the schema sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Change {
    /// JSON pointer of the place, into the schema given as seen through references that were inlined.
    pub path: String,
    /// What kind of difference.
    pub kind: ChangeKind,
    /// What was done, in one sentence.
    pub detail: String,
}

/// The kinds of [`Change`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Rewritten into another form with the same meaning.
    Changed,
    /// Left out: the provider cannot be told. The local check still holds the value to it.
    Dropped,
    /// Moved into the description in words. The local check still holds the value to it.
    Described,
    /// A reference was replaced by what it refers to.
    Inlined,
    /// An object that said nothing about other members takes none now.
    Closed,
    /// An optional property is required now and takes `null` for "absent"; see
    /// [`undo_null_mapping`](super::undo_null_mapping).
    MadeNullable,
    /// A required property is optional now. The local check still requires it.
    MadeOptional,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", shown(&self.path), self.detail)
    }
}

/// One reason why a schema cannot be lowered for a target.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Refusal {
    /// JSON pointer of the place, into the schema given as seen through references that were inlined.
    pub path: String,
    /// What the target does not take.
    pub what: String,
    /// What to do about it.
    pub repair: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", shown(&self.path), self.what, self.repair)
    }
}

/// Why a schema cannot be sent to a target: every reason, not only the first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LowerError {
    /// The target that would refuse the schema.
    pub target: Target,
    /// Every reason, in the order it was met; never empty.
    pub refusals: Vec<Refusal>,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schema does not fit {}", self.target)?;
        for (index, refusal) in self.refusals.iter().enumerate() {
            write!(f, "{} {refusal}", if index == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

impl std::error::Error for LowerError {}

/// The root's pointer is the empty string, which reads badly.
fn shown(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}
