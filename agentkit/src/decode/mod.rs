//! A messy reply into a typed value, and never an invented one.

use std::ops::Range;

/// Something that decoding mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Where, as a JSON pointer.
    pub path: String,
    /// Where in the text, in bytes.
    pub span: Range<usize>,
}
