//! Images, documents and sounds as input.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An image, a document or a sound in a user message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Media {
    /// What it is.
    pub kind: MediaKind,
    /// Its media type, such as `image/png`.
    pub media_type: String,
    /// Where its bytes are.
    pub source: MediaSource,
    /// A file name, where the provider shows one to the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a [`Media`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MediaKind {
    /// A picture.
    Image,
    /// A document, such as a PDF.
    Document,
    /// A sound.
    Audio,
}

/// Where a [`Media`]'s bytes are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MediaSource {
    /// The bytes themselves, in standard base64 with padding.
    Base64(String),
    /// A URL that the provider fetches.
    Url(String),
}

impl fmt::Debug for MediaSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base64(data) => write!(f, "Base64({} characters)", data.len()),
            Self::Url(url) => f.debug_tuple("Url").field(url).finish(),
        }
    }
}

impl Media {
    /// Media of `kind` and `media_type` from `source`.
    pub fn new(kind: MediaKind, media_type: impl Into<String>, source: MediaSource) -> Self {
        Self { kind, media_type: media_type.into(), source, name: None }
    }

    /// The same with a file name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}
