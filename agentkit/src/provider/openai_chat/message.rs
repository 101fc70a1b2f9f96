//! Messages as they go out.

use std::borrow::Cow;

use super::OpenAiChatWire;
use super::finish::short_id;
use crate::Message;
use crate::message::{
    AssistantMessage, AssistantPart, Media, MediaKind, MediaSource, Part, ToolCall, ToolMessage, UserMessage,
};
use crate::provider::dialect::ReasoningReplay;
use crate::provider::json::{self, Object, Written};

impl OpenAiChatWire {
    /// Writes one message; the results of one turn become a message each.
    pub(super) fn message(&self, out: &mut Vec<u8>, message: &Message) -> Written {
        match message {
            Message::User(user) => {
                self.check_message(message)?;
                write_user(out, user)
            }
            Message::Assistant(assistant) => self.write_assistant(out, assistant),
            Message::Tool(tool) => self.write_results(out, tool),
        }
    }

    fn write_assistant(&self, out: &mut Vec<u8>, message: &AssistantMessage) -> Written {
        let mut object = Object::open(out);
        object.field("role", "assistant")?;
        let mut text = Cow::Borrowed("");
        let mut has_calls = false;
        for part in &message.parts {
            match part {
                AssistantPart::Text(part) => add(&mut text, &part.text),
                AssistantPart::Refusal(words) if !self.dialect.refusal_field => add(&mut text, words),
                AssistantPart::ToolCall(_) => has_calls = true,
                _ => {}
            }
        }
        let refusal = message.refusal().filter(|_| self.dialect.refusal_field);
        if text.is_empty() && (has_calls || refusal.is_some()) {
            object.raw("content", "null");
        } else {
            object.field("content", &*text)?;
        }
        object.option("refusal", refusal)?;
        if message.origin.as_ref() == Some(&self.origin) {
            self.write_reasoning(&mut object, message)?;
        }
        if has_calls {
            json::array(object.key("tool_calls"), message.tool_calls(), |out, call| {
                self.write_call(out, call)
            })?;
        }
        object.close();
        Ok(())
    }

    fn write_reasoning(&self, object: &mut Object<'_>, message: &AssistantMessage) -> Written {
        let mut reasoning = message.parts.iter().filter_map(|part| match part {
            AssistantPart::Reasoning(part) => Some(part),
            _ => None,
        });
        match &self.dialect.reasoning_replay {
            ReasoningReplay::Never => {}
            ReasoningReplay::Text(field) => {
                let text: String = reasoning.map(|part| part.text.as_str()).collect();
                if !text.is_empty() {
                    json::value(object.foreign_key(field)?, &text)?;
                }
            }
            ReasoningReplay::Details => {
                if let Some(replay) = reasoning.find_map(|part| part.replay.as_ref()) {
                    object.raw("reasoning_details", replay.json());
                }
            }
        }
        Ok(())
    }

    fn write_call(&self, out: &mut Vec<u8>, call: &ToolCall) -> Written {
        let mut object = Object::open(out);
        object.field("id", &*self.call_id(&call.id))?;
        object.field("type", "function")?;
        let mut function = Object::open(object.key("function"));
        function.field("name", &call.name)?;
        function.field("arguments", &*self.arguments(&call.arguments)?)?;
        function.close();
        object.close();
        Ok(())
    }

    /// A call's arguments as text. Some servers parse them, and fail on what the model got wrong.
    fn arguments<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, crate::ProviderError> {
        if text.trim().is_empty() {
            return Ok(Cow::Borrowed("{}"));
        }
        if self.dialect.any_arguments {
            return Ok(Cow::Borrowed(text));
        }
        let mut out = Vec::new();
        json::arguments(&mut out, text)?;
        Ok(String::from_utf8(out).map_or(Cow::Borrowed(text), Cow::Owned))
    }

    fn call_id<'a>(&self, id: &'a str) -> Cow<'a, str> {
        let is_short = || id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if self.dialect.short_call_ids && !is_short() { Cow::Owned(short_id(id)) } else { Cow::Borrowed(id) }
    }

    fn write_results(&self, out: &mut Vec<u8>, message: &ToolMessage) -> Written {
        let note = message.note.as_deref().filter(|note| !note.is_empty());
        let inline = note.filter(|_| !self.dialect.user_after_tool && !message.results.is_empty());
        let last = message.results.len().saturating_sub(1);
        for (at, result) in message.results.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            let mut object = Object::open(out);
            object.field("role", "tool")?;
            object.field("tool_call_id", &*self.call_id(&result.call_id))?;
            match inline {
                Some(note) if at == last => {
                    object.field("content", &format!("{}\n\n{note}", result.content))?
                }
                _ => object.field("content", &result.content)?,
            }
            object.close();
        }
        if let (Some(note), None) = (note, inline) {
            if !message.results.is_empty() {
                out.push(b',');
            }
            let mut object = Object::open(out);
            object.field("role", "user")?;
            object.field("content", note)?;
            object.close();
        }
        Ok(())
    }
}

/// Appends without copying the first text.
fn add<'a>(text: &mut Cow<'a, str>, more: &'a str) {
    if text.is_empty() {
        *text = Cow::Borrowed(more);
    } else {
        text.to_mut().push_str(more);
    }
}

fn write_user(out: &mut Vec<u8>, message: &UserMessage) -> Written {
    let mut object = Object::open(out);
    object.field("role", "user")?;
    match message.parts.as_slice() {
        [Part::Text(text)] => object.field("content", text)?,
        parts => json::array(object.key("content"), parts, |out, part| match part {
            Part::Text(text) => {
                let mut object = Object::open(out);
                object.field("type", "text")?;
                object.field("text", text)?;
                object.close();
                Ok(())
            }
            Part::Media(media) => write_media(out, media),
        })?,
    }
    object.close();
    Ok(())
}

fn write_media(out: &mut Vec<u8>, media: &Media) -> Written {
    let url = || match &media.source {
        MediaSource::Url(url) => Cow::Borrowed(url.as_str()),
        MediaSource::Base64(data) => Cow::Owned(format!("data:{};base64,{data}", media.media_type)),
    };
    let (kind, data) = match (media.kind, &media.source) {
        (MediaKind::Image, _) => ("image_url", None),
        (MediaKind::Audio, MediaSource::Base64(data)) => ("input_audio", Some(data)),
        (_, _) => ("file", None),
    };
    let mut object = Object::open(out);
    object.field("type", kind)?;
    let mut inner = Object::open(object.key(kind));
    match (kind, data) {
        ("image_url", _) => inner.field("url", &*url())?,
        (_, Some(data)) => {
            inner.field("data", data)?;
            inner.field("format", if media.media_type.ends_with("wav") { "wav" } else { "mp3" })?;
        }
        _ => {
            inner.field("filename", media.name.as_deref().unwrap_or("document.pdf"))?;
            inner.field("file_data", &*url())?;
        }
    }
    inner.close();
    object.close();
    Ok(())
}
