//! What can stand for a user message.

use super::{Media, Part, UserMessage};

impl From<String> for UserMessage {
    fn from(text: String) -> Self {
        Self { parts: vec![Part::Text(text)] }
    }
}

impl From<&str> for UserMessage {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Part> for UserMessage {
    fn from(part: Part) -> Self {
        Self { parts: vec![part] }
    }
}

impl From<Media> for UserMessage {
    fn from(media: Media) -> Self {
        Part::Media(media).into()
    }
}

impl From<Vec<Part>> for UserMessage {
    fn from(parts: Vec<Part>) -> Self {
        Self { parts }
    }
}

impl FromIterator<Part> for UserMessage {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        Self { parts: parts.into_iter().collect() }
    }
}
