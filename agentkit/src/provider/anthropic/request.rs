//! A request as a body.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::models::{Mode, Told, told};
use super::{Anthropic, NAME};
use crate::Message;
use crate::message::{AssistantMessage, AssistantPart, Media, MediaKind, MediaSource, Part, ToolCall};
use crate::model::{Request, ToolChoice, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::{ProviderError, body, check};

/// The version from which sampling parameters are refused whatever the model.
const NO_SAMPLING_SINCE: &str = "2026-10-21";
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];
const DOCUMENTS: &[&str] = &["application/pdf"];

pub(super) fn check(wire: &Anthropic, request: &Request) -> Result<(), ProviderError> {
    options(wire, request)?;
    let mut messages = request.messages.messages().iter();
    messages.try_for_each(|message| check::message(message, &wire.capabilities, media))
}

pub(super) fn encode(wire: &Anthropic, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError> {
    let told = options(wire, request)?;
    let settings = &*request.settings;
    let mark = settings.prompt_cache.then(|| json!({"type": "ephemeral"}));
    let mut out = Vec::new();
    let mut body = Body::open(&mut out, &settings.extra);
    body.field("model", &wire.model)?;
    body.field("max_tokens", &max_tokens(wire, request, told))?;
    if stream {
        body.field("stream", &true)?;
    }
    if let Some(text) = &request.instructions {
        body.with("system", |out| {
            json::array(out, [text], |out, text| {
                let mut block = Object::open(out);
                block.field("type", "text")?;
                block.field("text", text)?;
                block.option("cache_control", mark.as_ref())?;
                block.close();
                Ok(())
            })
        })?;
    }
    if !request.tools.is_empty() {
        // One mark covers tools and instructions alike, for tools come first in the prompt.
        let mark = mark.as_ref().filter(|_| request.instructions.is_none());
        let constraint = constraint(wire, request);
        let flags = u8::from(mark.is_some()) | u8::from(constraint == ToolConstraint::Strict) << 1;
        body.with("tools", |out| {
            body::tools(out, request, &wire.scope(flags), |out| {
                tools(out, request.tools.as_slice(), constraint, mark)
            })
        })?;
        body.option("tool_choice", tool_choice(request))?;
    }
    body.option("thinking", told.thinking.map(thinking))?;
    body.option("output_config", output_config(request, told))?;
    body.option("temperature", settings.temperature)?;
    body.option("top_p", settings.top_p)?;
    body.option("stop_sequences", Some(&settings.stop).filter(|stop| !stop.is_empty()))?;
    body.option("cache_control", mark.as_ref())?;
    body.with("messages", |out| {
        out.push(b'[');
        body::messages(out, request, &wire.scope(0), |out, all, at| message(wire, out, &all[at]))?;
        out.push(b']');
        Ok(())
    })?;
    body.close()?;
    Ok(out)
}

/// Checks everything but the messages.
fn options(wire: &Anthropic, request: &Request) -> Result<Told, ProviderError> {
    check::request(request, &wire.capabilities)?;
    let settings = &*request.settings;
    let told = told(wire.thinking, wire.effort_scale, settings.effort)?;
    let sampled = [("temperature", settings.temperature), ("top_p", settings.top_p)];
    if let Some((name, _)) = sampled.iter().find(|(_, value)| value.is_some())
        && *wire.version >= *NO_SAMPLING_SINCE
    {
        let why = format!("API version {} takes no sampling parameters", wire.version);
        return Err(ProviderError::unsupported(name, why));
    }
    if settings.seed.is_some() {
        return Err(ProviderError::unsupported("seed", "the provider has none"));
    }
    let Some(budget) = told.budget() else { return Ok(told) };
    if settings.temperature.is_some() {
        return Err(ProviderError::unsupported("temperature", "the model takes none while it thinks"));
    }
    if matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Named(_)) {
        let why = "the model cannot be made to call a tool while it thinks by a budget";
        return Err(ProviderError::unsupported("tool_choice", why));
    }
    if let Some(limit) = settings.max_tokens.filter(|limit| *limit <= budget) {
        let why = format!("it sets {budget} tokens aside for thinking, and `max_tokens` is only {limit}");
        return Err(ProviderError::unsupported("effort", why));
    }
    Ok(told)
}

fn max_tokens(wire: &Anthropic, request: &Request, told: Told) -> u32 {
    let default = wire.max_tokens.saturating_add(told.budget().unwrap_or(0));
    request.settings.max_tokens.unwrap_or(default)
}

fn thinking(mode: Mode) -> Value {
    match mode {
        Mode::Disabled => json!({"type": "disabled"}),
        Mode::Adaptive => json!({"type": "adaptive"}),
        Mode::Budget(tokens) => json!({"type": "enabled", "budget_tokens": tokens}),
    }
}

fn output_config(request: &Request, told: Told) -> Option<Value> {
    let mut config = serde_json::Map::new();
    if let Some(effort) = told.effort {
        config.insert("effort".to_owned(), effort.into());
    }
    if let Some(format) = &request.response_format {
        config.insert("format".to_owned(), json!({"type": "json_schema", "schema": &format.schema}));
    }
    (!config.is_empty()).then_some(Value::Object(config))
}

fn tool_choice(request: &Request) -> Option<Value> {
    let mut choice = match &request.tool_choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Named(name) => json!({"type": "tool", "name": name}),
        ToolChoice::None => return Some(json!({"type": "none"})),
    };
    let single = request.settings.parallel_tool_calls == Some(false);
    if single {
        choice["disable_parallel_tool_use"] = true.into();
    }
    (single || request.tool_choice != ToolChoice::Auto).then_some(choice)
}

fn constraint(wire: &Anthropic, request: &Request) -> ToolConstraint {
    if wire.capabilities.strict_tools { request.settings.constraint } else { ToolConstraint::None }
}

fn tools(
    out: &mut Vec<u8>,
    tools: &[ToolDefinition],
    constraint: ToolConstraint,
    mark: Option<&Value>,
) -> Written {
    let last = tools.len().saturating_sub(1);
    json::array(out, tools.iter().enumerate(), |out, (at, tool)| {
        let (schema, strict) = schema(&tool.parameters, constraint);
        let mut object = Object::open(out);
        object.field("name", &tool.name)?;
        object.field("description", &tool.description)?;
        object.field("input_schema", &schema)?;
        if strict {
            object.field("strict", &true)?;
        }
        object.option("cache_control", mark.filter(|_| at == last))?;
        object.close();
        Ok(())
    })
}

/// A tool's schema as it is sent, and whether it is enforced.
fn schema(full: &Value, _constraint: ToolConstraint) -> (Cow<'_, Value>, bool) {
    (Cow::Borrowed(full), false)
}

fn message(wire: &Anthropic, out: &mut Vec<u8>, message: &Arc<Message>) -> Written {
    check::message(message, &wire.capabilities, media)?;
    let start = out.len();
    let mut object = Object::open(out);
    object.field("role", if matches!(**message, Message::Assistant(_)) { "assistant" } else { "user" })?;
    let content = object.key("content");
    let mut blocks = Blocks { out: content, empty: true };
    blocks.out.push(b'[');
    match &**message {
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
                block.field("tool_use_id", &result.call_id)?;
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

fn assistant_blocks(wire: &Anthropic, blocks: &mut Blocks<'_>, message: &AssistantMessage) -> Written {
    let own = message.origin.as_ref().is_some_and(|o| *o.provider == *NAME && o.model == wire.model);
    for part in &message.parts {
        match part {
            AssistantPart::Text(text) => {
                blocks.text(&text.text, text.replay.as_ref().filter(|_| own).map(|r| r.json()))?;
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
    block.field("id", &call.id)?;
    block.field("name", &call.name)?;
    json::arguments(block.key("input"), &call.arguments)?;
    if let Some(caller) = call.replay.as_ref().filter(|_| own) {
        block.raw("caller", caller.json());
    }
    block.close();
    Ok(())
}

/// Refuses media that the API does not take.
fn media(media: &Media) -> Result<(), ProviderError> {
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
