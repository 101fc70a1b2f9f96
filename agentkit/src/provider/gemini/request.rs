//! A request as a body.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::models::told;
use super::tools::{calling, write_format, write_tools};
use super::{GeminiWire, NAME};
use crate::Message;
use crate::message::{
    AssistantMessage, AssistantPart, Media, MediaKind, MediaSource, Part, Replay, ToolCall, ToolMessage,
};
use crate::model::Request;
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::{ProviderError, body, check};

/// How the id of a call begins that came without one.
pub(super) const LOCAL: &str = "local_";
/// What stands for the signature of a call that another model wrote.
const FOREIGN_SIGNATURE: &str = "skip_thought_signature_validator";
const IMAGES: &[&str] = &["image/png", "image/jpeg", "image/webp", "image/heic", "image/heif"];
const DOCUMENTS: &[&str] = &["application/pdf", "text/plain", "text/markdown", "text/html", "text/csv"];
const SOUNDS: &[&str] =
    &["audio/wav", "audio/mp3", "audio/mpeg", "audio/aiff", "audio/aac", "audio/ogg", "audio/flac"];

pub(super) fn check(wire: &GeminiWire, request: &Request) -> Result<(), ProviderError> {
    options(wire, request)?;
    write_tools(wire, request, &mut Vec::new())?;
    if let Some(format) = &request.response_format {
        write_format(wire, request, format, &mut Vec::new())?;
    }
    let mut messages = request.messages.messages().iter();
    messages.try_for_each(|message| check::message(message, &wire.capabilities, media))
}

pub(super) fn encode(wire: &GeminiWire, request: &Request) -> Result<Vec<u8>, ProviderError> {
    let thinking = options(wire, request)?;
    let mut out = Vec::new();
    let mut body = Body::open(&mut out, &request.settings.extra);
    if let Some(text) = &request.instructions {
        body.field("systemInstruction", &json!({"parts": [{"text": text}]}))?;
    }
    if !request.tools.is_empty() {
        body.with("tools", |out| write_tools(wire, request, out))?;
        body.field("toolConfig", &json!({"functionCallingConfig": calling(wire, request)}))?;
    }
    let mut config = Vec::new();
    generation_config(wire, request, thinking, &mut config)?;
    if config != b"{}" {
        body.json("generationConfig", &config)?;
    }
    body.with("contents", |out| {
        out.push(b'[');
        let scope = wire.scope(u64::from(wire.signatures));
        body::messages(out, request, &scope, |out, all, at| content(wire, out, all, at))?;
        out.push(b']');
        Ok(())
    })?;
    body.close()?;
    Ok(out)
}

/// Checks everything but the messages, and returns `thinkingConfig`.
fn options(wire: &GeminiWire, request: &Request) -> Result<Option<Value>, ProviderError> {
    check::request(request, &wire.capabilities)?;
    let mut config = told(wire.thinking, request.settings.effort)?;
    if wire.include_thoughts {
        config.get_or_insert_with(|| json!({}))["includeThoughts"] = true.into();
    }
    Ok(config)
}

fn generation_config(
    wire: &GeminiWire,
    request: &Request,
    thinking: Option<Value>,
    out: &mut Vec<u8>,
) -> Written {
    let settings = &*request.settings;
    let mut config = Object::open(out);
    config.option("temperature", settings.temperature)?;
    config.option("topP", settings.top_p)?;
    config.option("seed", settings.seed)?;
    config.option("maxOutputTokens", settings.max_tokens)?;
    config.option("stopSequences", Some(&settings.stop).filter(|stop| !stop.is_empty()))?;
    if let Some(format) = &request.response_format {
        config.field("responseMimeType", "application/json")?;
        write_format(wire, request, format, config.key("responseJsonSchema"))?;
    }
    config.option("thinkingConfig", thinking)?;
    config.close();
    Ok(())
}

fn content(wire: &GeminiWire, out: &mut Vec<u8>, all: &[Arc<Message>], at: usize) -> Written {
    let message = &*all[at];
    check::message(message, &wire.capabilities, media)?;
    let start = out.len();
    let mut object = Object::open(out);
    object.field("role", if matches!(message, Message::Assistant(_)) { "model" } else { "user" })?;
    let mut parts = Parts { out: object.key("parts"), empty: true };
    parts.out.push(b'[');
    match message {
        Message::User(user) => {
            for part in &user.parts {
                match part {
                    Part::Text(text) => parts.text(text, false, None)?,
                    Part::Media(media) => data(parts.next(), media)?,
                }
            }
        }
        Message::Assistant(assistant) => assistant_parts(wire, &mut parts, assistant)?,
        Message::Tool(tool) => {
            let before = at.checked_sub(1).and_then(|before| all.get(before));
            responses(wire, &mut parts, tool, before.map(|message| &**message))?;
        }
    }
    parts.out.push(b']');
    let empty = parts.empty;
    object.close();
    if empty {
        out.truncate(start);
    }
    Ok(())
}

/// Whether this very model wrote `message`.
fn is_own(wire: &GeminiWire, message: &AssistantMessage) -> bool {
    message.origin.as_ref().is_some_and(|origin| *origin.provider == *NAME && origin.model == wire.model)
}

fn assistant_parts(wire: &GeminiWire, parts: &mut Parts<'_>, message: &AssistantMessage) -> Written {
    let own = is_own(wire, message);
    let mut first_call = true;
    for part in &message.parts {
        match part {
            AssistantPart::Text(text) => {
                parts.text(&text.text, false, text.replay.as_ref().filter(|_| own).map(Replay::json))?;
            }
            AssistantPart::Refusal(text) => parts.text(text, false, None)?,
            AssistantPart::Reasoning(text) if own => {
                parts.text(&text.text, true, text.replay.as_ref().map(Replay::json))?;
            }
            AssistantPart::ToolCall(call) => {
                let mut part = Object::open(parts.next());
                function_call(part.key("functionCall"), call, own)?;
                match &call.replay {
                    Some(signature) if own => part.raw("thoughtSignature", signature.json()),
                    _ if !own && wire.signatures && first_call => {
                        part.field("thoughtSignature", FOREIGN_SIGNATURE)?;
                    }
                    _ => {}
                }
                first_call = false;
                part.close();
            }
            AssistantPart::Opaque(part) if own => parts.next().extend_from_slice(part.json().as_bytes()),
            AssistantPart::Reasoning(_) | AssistantPart::Opaque(_) => {}
        }
    }
    Ok(())
}

fn function_call(out: &mut Vec<u8>, call: &ToolCall, own: bool) -> Written {
    let mut object = Object::open(out);
    if own && !call.id.starts_with(LOCAL) {
        object.field("id", &call.id)?;
    }
    object.field("name", &call.name)?;
    json::arguments(object.key("args"), &call.arguments)?;
    object.close();
    Ok(())
}

fn responses(
    wire: &GeminiWire,
    parts: &mut Parts<'_>,
    tool: &ToolMessage,
    before: Option<&Message>,
) -> Written {
    // An id goes out only if it went out, or came, with the call.
    let own = matches!(before, Some(Message::Assistant(message)) if is_own(wire, message));
    for result in &tool.results {
        let mut part = Object::open(parts.next());
        let mut object = Object::open(part.key("functionResponse"));
        if own && !result.call_id.starts_with(LOCAL) {
            object.field("id", &result.call_id)?;
        }
        object.field("name", &result.name)?;
        let mut response = Object::open(object.key("response"));
        let name = if result.is_error { "error" } else { "output" };
        let content = result.content.trim();
        if content.starts_with(['{', '[']) && serde_json::from_str::<&RawValue>(content).is_ok() {
            response.raw(name, content);
        } else {
            response.field(name, &result.content)?;
        }
        response.close();
        object.close();
        part.close();
    }
    match &tool.note {
        Some(note) => parts.text(note, false, None),
        None => Ok(()),
    }
}

/// Refuses media that the API does not take.
fn media(media: &Media) -> Result<(), ProviderError> {
    match media.kind {
        MediaKind::Image => check::media_type(media, IMAGES),
        MediaKind::Document => check::media_type(media, DOCUMENTS),
        MediaKind::Audio => check::media_type(media, SOUNDS),
    }
}

fn data(out: &mut Vec<u8>, media: &Media) -> Written {
    let mut part = Object::open(out);
    let (name, member, content) = match &media.source {
        MediaSource::Base64(data) => ("inlineData", "data", data),
        MediaSource::Url(url) => ("fileData", "fileUri", url),
    };
    let mut object = Object::open(part.key(name));
    object.field("mimeType", &media.media_type)?;
    object.field(member, content)?;
    object.close();
    part.close();
    Ok(())
}

/// The parts of a content, with commas between.
struct Parts<'o> {
    out: &'o mut Vec<u8>,
    empty: bool,
}

impl Parts<'_> {
    fn next(&mut self) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        self.out
    }

    /// A text part; without a signature an empty one says nothing.
    fn text(&mut self, text: &str, thought: bool, signature: Option<&str>) -> Written {
        if text.is_empty() && signature.is_none() {
            return Ok(());
        }
        let mut part = Object::open(self.next());
        part.field("text", text)?;
        if thought {
            part.field("thought", &true)?;
        }
        if let Some(signature) = signature {
            part.raw("thoughtSignature", signature);
        }
        part.close();
        Ok(())
    }
}
