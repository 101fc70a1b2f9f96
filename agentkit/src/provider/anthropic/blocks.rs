//! Messages as content blocks.

use std::borrow::Cow;

use super::{AnthropicWire, NAME};
use crate::Message;
use crate::message::{
    AssistantMessage, AssistantPart, Media, MediaKind, MediaSource, Part, Replay, ToolCall,
};
use crate::provider::json::{self, Object, Written};
use crate::provider::{ProviderError, check};

const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];
const DOCUMENTS: &[&str] = &["application/pdf"];

/// Writes a message, or nothing where it has no content.
pub(super) fn write(wire: &AnthropicWire, out: &mut Vec<u8>, message: &Message) -> Written {
    check::message(message, &wire.capabilities, media)?;
    let start = out.len();
    let mut object = Object::open(out);
    object.field("role", if matches!(message, Message::Assistant(_)) { "assistant" } else { "user" })?;
    let content = object.key("content");
    let mut blocks = Blocks { out: content, empty: true };
    blocks.out.push(b'[');
    match message {
        Message::User(user) => {
            for part in &user.parts {
                match part {
                    Part::Text(text) => blocks.text(text, None)?,
                    Part::Media(media) => source(blocks.next(), media)?,
                }
            }
        }
        Message::Assistant(assistant) => assistant_blocks(wire, &mut blocks, assistant)?,
        Message::Tool(tool) => {
            for result in &tool.results {
                let mut block = Object::open(blocks.next());
                block.field("type", "tool_result")?;
                block.field("tool_use_id", &*id(&result.call_id))?;
                block.field("content", &result.content)?;
                if result.is_error {
                    block.field("is_error", &true)?;
                }
                block.close();
            }
            if let Some(note) = &tool.note {
                blocks.text(note, None)?;
            }
        }
    }
    blocks.out.push(b']');
    let empty = blocks.empty;
    object.close();
    if empty {
        // The API refuses a message without content, and merges the neighbours of one that is left out.
        out.truncate(start);
    }
    Ok(())
}

fn assistant_blocks(wire: &AnthropicWire, blocks: &mut Blocks<'_>, message: &AssistantMessage) -> Written {
    let own = message.origin.as_ref().is_some_and(|o| *o.provider == *NAME && o.model == wire.model);
    for part in &message.parts {
        match part {
            AssistantPart::Text(text) => {
                blocks.text(&text.text, text.replay.as_ref().filter(|_| own).map(Replay::json))?;
            }
            AssistantPart::Refusal(text) => blocks.text(text, None)?,
            AssistantPart::Reasoning(reasoning) if own => {
                let Some(signature) = &reasoning.replay else { continue };
                let mut block = Object::open(blocks.next());
                block.field("type", "thinking")?;
                block.field("thinking", &reasoning.text)?;
                block.raw("signature", signature.json());
                block.close();
            }
            AssistantPart::ToolCall(call) => tool_use(blocks.next(), call, own)?,
            AssistantPart::Opaque(block) if own => blocks.next().extend_from_slice(block.json().as_bytes()),
            AssistantPart::Reasoning(_) | AssistantPart::Opaque(_) => {}
        }
    }
    Ok(())
}

fn tool_use(out: &mut Vec<u8>, call: &ToolCall, own: bool) -> Written {
    let mut block = Object::open(out);
    block.field("type", "tool_use")?;
    block.field("id", &*id(&call.id))?;
    block.field("name", &call.name)?;
    json::arguments(block.key("input"), &call.arguments)?;
    if let Some(caller) = call.replay.as_ref().filter(|_| own) {
        block.raw("caller", caller.json());
    }
    block.close();
    Ok(())
}

/// An id as the API takes it, of `[a-zA-Z0-9_-]`; those of other providers may have other characters.
fn id(id: &str) -> Cow<'_, str> {
    let is_fine = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if id.chars().all(is_fine) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(id.chars().map(|letter| if is_fine(letter) { letter } else { '_' }).collect())
}

/// Refuses media that the API does not take.
pub(super) fn media(media: &Media) -> Result<(), ProviderError> {
    match media.kind {
        MediaKind::Document => check::media_type(media, DOCUMENTS),
        _ => check::media_type(media, IMAGES),
    }
}

fn source(out: &mut Vec<u8>, media: &Media) -> Written {
    let document = media.kind == MediaKind::Document;
    let mut block = Object::open(out);
    block.field("type", if document { "document" } else { "image" })?;
    let mut source = Object::open(block.key("source"));
    match &media.source {
        MediaSource::Base64(data) => {
            source.field("type", "base64")?;
            source.field("media_type", &media.media_type)?;
            source.field("data", data)?;
        }
        MediaSource::Url(url) => {
            source.field("type", "url")?;
            source.field("url", url)?;
        }
    }
    source.close();
    block.option("title", media.name.as_ref().filter(|_| document))?;
    block.close();
    Ok(())
}

/// The blocks of a message, with commas between.
struct Blocks<'o> {
    out: &'o mut Vec<u8>,
    empty: bool,
}

impl Blocks<'_> {
    fn next(&mut self) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        self.out
    }

    /// A text block; the API refuses empty ones.
    fn text(&mut self, text: &str, citations: Option<&str>) -> Written {
        if text.is_empty() {
            return Ok(());
        }
        let mut block = Object::open(self.next());
        block.field("type", "text")?;
        block.field("text", text)?;
        if let Some(citations) = citations {
            block.raw("citations", citations);
        }
        block.close();
        Ok(())
    }
}
