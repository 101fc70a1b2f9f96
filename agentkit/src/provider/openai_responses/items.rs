//! Messages as input items.

use crate::Message;
use crate::message::{
    AssistantMessage, AssistantPart, Media, MediaKind, MediaSource, Part, ToolCall, UserMessage,
};
use crate::provider::json::{self, Object, Written};
use crate::provider::{ProviderError, check};

use super::{NAME, OpenAiResponsesWire};

const IMAGES: &[&str] = &["image/png", "image/jpeg", "image/webp", "image/gif"];

/// What the replay of a part says whose item has gone before.
pub(super) const GONE: &str = "null";

/// Refuses media that the API does not take. Documents are of many types.
pub(super) fn media(media: &Media) -> Result<(), ProviderError> {
    match media.kind {
        MediaKind::Image => check::media_type(media, IMAGES),
        _ => Ok(()),
    }
}

/// Writes the items of a message, with commas between.
pub(super) fn write(wire: &OpenAiResponsesWire, out: &mut Vec<u8>, message: &Message) -> Written {
    check::message(message, &wire.capabilities, media)?;
    let mut items = Items { start: out.len(), out };
    match message {
        Message::User(user) => self::user(items.next(), user),
        Message::Assistant(message) => assistant(wire, &mut items, message),
        Message::Tool(tool) => {
            for result in &tool.results {
                let mut item = Object::open(items.next());
                item.field("type", "function_call_output")?;
                item.field("call_id", &result.call_id)?;
                item.field("output", &result.content)?;
                item.close();
            }
            match &tool.note {
                Some(note) => text(items.next(), "user", note),
                None => Ok(()),
            }
        }
    }
}

fn user(out: &mut Vec<u8>, message: &UserMessage) -> Written {
    if let [Part::Text(only)] = &*message.parts {
        return text(out, "user", only);
    }
    let mut item = Object::open(out);
    item.field("type", "message")?;
    item.field("role", "user")?;
    json::array(item.key("content"), &message.parts, |out, part| {
        let mut content = Object::open(out);
        match part {
            Part::Text(text) => {
                content.field("type", "input_text")?;
                content.field("text", text)?;
            }
            Part::Media(media) if media.kind == MediaKind::Image => {
                content.field("type", "input_image")?;
                content.field("detail", "auto")?;
                content.field("image_url", &url(media))?;
            }
            Part::Media(media) => {
                content.field("type", "input_file")?;
                match &media.source {
                    MediaSource::Base64(_) => {
                        // The API takes data only with a file name.
                        content.field("filename", media.name.as_deref().unwrap_or("document"))?;
                        content.field("file_data", &url(media))?;
                    }
                    MediaSource::Url(url) => {
                        content.option("filename", media.name.as_ref())?;
                        content.field("file_url", url)?;
                    }
                }
            }
        }
        content.close();
        Ok(())
    })?;
    item.close();
    Ok(())
}

fn url(media: &Media) -> String {
    match &media.source {
        MediaSource::Base64(data) => format!("data:{};base64,{data}", media.media_type),
        MediaSource::Url(url) => url.clone(),
    }
}

fn assistant(wire: &OpenAiResponsesWire, items: &mut Items<'_>, message: &AssistantMessage) -> Written {
    let own = message.origin.as_ref().is_some_and(|o| *o.provider == *NAME && o.model == wire.model);
    for part in &message.parts {
        match part {
            AssistantPart::Text(part) => match part.replay.as_ref().filter(|_| own) {
                Some(item) => items.raw(item.json()),
                None if part.text.is_empty() => {}
                None => text(items.next(), "assistant", &part.text)?,
            },
            AssistantPart::ToolCall(call) => match call.replay.as_ref().filter(|_| own) {
                Some(item) => items.raw(item.json()),
                None => function_call(items.next(), call)?,
            },
            AssistantPart::Reasoning(part) if own => {
                if let Some(item) = &part.replay {
                    items.raw(item.json());
                }
            }
            AssistantPart::Opaque(item) if own => items.raw(item.json()),
            // Its own words are in the item before.
            AssistantPart::Refusal(words) if !own => text(items.next(), "assistant", words)?,
            AssistantPart::Refusal(_) | AssistantPart::Reasoning(_) | AssistantPart::Opaque(_) => {}
        }
    }
    Ok(())
}

fn text(out: &mut Vec<u8>, role: &str, content: &str) -> Written {
    let mut item = Object::open(out);
    item.field("type", "message")?;
    item.field("role", role)?;
    item.field("content", content)?;
    item.close();
    Ok(())
}

fn function_call(out: &mut Vec<u8>, call: &ToolCall) -> Written {
    let mut item = Object::open(out);
    item.field("type", "function_call")?;
    item.field("call_id", &call.id)?;
    item.field("name", &call.name)?;
    item.field("arguments", if call.arguments.is_empty() { "{}" } else { &*call.arguments })?;
    item.close();
    Ok(())
}

/// Items, with commas between.
struct Items<'o> {
    out: &'o mut Vec<u8>,
    start: usize,
}

impl Items<'_> {
    fn next(&mut self) -> &mut Vec<u8> {
        if self.out.len() > self.start {
            self.out.push(b',');
        }
        self.out
    }

    fn raw(&mut self, json: &str) {
        if json != GONE {
            self.next().extend_from_slice(json.as_bytes());
        }
    }
}
