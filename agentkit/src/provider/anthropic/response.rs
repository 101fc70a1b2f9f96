//! A reply, plain or put together from a stream, and errors.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error;
use crate::message::{AssistantMessage, AssistantPart, AssistantText, Origin, Replay, ToolCall};
use crate::model::{FinishReason, Response, Usage};
use crate::provider::json::{self, Object};
use crate::provider::loose;
use crate::provider::{ProviderError, ProviderErrorKind};

/// A message object, or an error object in its place.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Message<'a> {
    #[serde(borrow, deserialize_with = "loose::items")]
    content: Vec<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) id: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) model: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    stop_reason: Option<String>,
    stop_details: Option<StopDetails>,
    pub(super) usage: Option<Tokens>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    request_id: Option<String>,
}

/// Why the model declined.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct StopDetails {
    #[serde(deserialize_with = "loose::text")]
    category: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    explanation: Option<String>,
}

/// A content block of any type.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Block<'a> {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    pub(super) kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    text: Option<String>,
    #[serde(borrow, deserialize_with = "loose::items")]
    citations: Vec<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    thinking: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    signature: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) id: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) name: Option<String>,
    #[serde(borrow)]
    pub(super) input: Option<&'a RawValue>,
    #[serde(borrow)]
    caller: Option<&'a RawValue>,
}

/// A block that is read, or being read: what the stream adds to, and what becomes a part.
pub(super) enum Building {
    Text {
        text: String,
        citations: Vec<String>,
    },
    Thinking {
        text: String,
        signature: Option<String>,
    },
    ToolUse {
        id: String,
        name: String,
        input: String,
        caller: Option<String>,
    },
    /// Any other block, as it came; `input` and `content` are what the stream brought of it.
    Other {
        json: String,
        input: String,
        content: Option<String>,
    },
}

impl Building {
    /// Reads a block. One of a stream may be a beginning only.
    pub(super) fn new(json: &str) -> Result<Self, ProviderError> {
        let block: Block<'_> = loose::part(json)?;
        Ok(match block.kind.as_deref() {
            Some("text") => Self::Text {
                text: block.text.unwrap_or_default(),
                citations: block.citations.iter().map(|citation| citation.get().to_owned()).collect(),
            },
            Some("thinking") => Self::Thinking {
                text: block.thinking.unwrap_or_default(),
                signature: block.signature.filter(|signature| !signature.is_empty()),
            },
            Some("tool_use") => Self::ToolUse {
                id: block.id.unwrap_or_default(),
                name: block.name.unwrap_or_default(),
                input: block.input.map(|input| input.get().to_owned()).unwrap_or_default(),
                caller: block.caller.map(|caller| caller.get().to_owned()),
            },
            _ => Self::Other { json: json.to_owned(), input: String::new(), content: None },
        })
    }

    /// The finished part.
    pub(super) fn into_part(self) -> Result<AssistantPart, ProviderError> {
        Ok(match self {
            Self::Text { text, citations } => {
                let replay =
                    (!citations.is_empty()).then(|| Replay::new(format!("[{}]", citations.join(","))));
                AssistantPart::Text(AssistantText { text, replay })
            }
            Self::Thinking { text, signature } => {
                // A block without a signature cannot go back; its text is worth showing all the same.
                let replay = signature.map(|signature| Replay::new(quoted(&signature)));
                AssistantPart::Reasoning(AssistantText { text, replay })
            }
            Self::ToolUse { id, name, input, caller } => {
                if id.is_empty() || name.is_empty() {
                    let message = "a `tool_use` block without an id or a name";
                    return Err(ProviderError::new(ProviderErrorKind::Protocol, message));
                }
                let arguments = if input.is_empty() { "{}".to_owned() } else { input };
                AssistantPart::ToolCall(ToolCall { id, name, arguments, replay: caller.map(Replay::new) })
            }
            Self::Other { json, input, content } => {
                AssistantPart::Opaque(Replay::new(filled(json, &input, content.as_deref())?))
            }
        })
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A block with what a stream brought, in the place of what the block began with: the input of a tool on the
/// provider's side, or the text of a compaction.
fn filled(json: String, input: &str, content: Option<&str>) -> Result<String, ProviderError> {
    let input = serde_json::from_str::<&RawValue>(input).ok();
    let content = content.map(quoted);
    let members = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&json);
    let Ok(members) = members else { return Ok(json) };
    if input.is_none() && content.is_none() {
        return Ok(json);
    }
    let mut out = Vec::new();
    let mut object = Object::open(&mut out);
    for (name, value) in &members {
        match (name.as_str(), input, &content) {
            ("input", Some(input), _) => object.raw(name, input.get()),
            ("content", _, Some(content)) => object.raw(name, content),
            _ => json::value(object.foreign_key(name)?, value)?,
        }
    }
    object.close();
    Ok(String::from_utf8(out).unwrap_or(json))
}

/// Token counts. In a stream each `message_delta` repeats some of them.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_field_names, reason = "the provider's names")]
pub(super) struct Tokens {
    #[serde(deserialize_with = "loose::optional_count")]
    input_tokens: Option<u64>,
    #[serde(deserialize_with = "loose::optional_count")]
    cache_creation_input_tokens: Option<u64>,
    #[serde(deserialize_with = "loose::optional_count")]
    cache_read_input_tokens: Option<u64>,
    #[serde(deserialize_with = "loose::optional_count")]
    output_tokens: Option<u64>,
    output_tokens_details: Option<OutputDetails>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct OutputDetails {
    #[serde(deserialize_with = "loose::optional_count")]
    thinking_tokens: Option<u64>,
}

impl Tokens {
    /// Takes what `later` says, and keeps the rest.
    pub(super) fn update(&mut self, later: Self) {
        self.input_tokens = later.input_tokens.or(self.input_tokens);
        self.cache_creation_input_tokens =
            later.cache_creation_input_tokens.or(self.cache_creation_input_tokens);
        self.cache_read_input_tokens = later.cache_read_input_tokens.or(self.cache_read_input_tokens);
        self.output_tokens = later.output_tokens.or(self.output_tokens);
        self.output_tokens_details = later.output_tokens_details.or(self.output_tokens_details);
    }

    /// Normalised: Anthropic counts cached tokens beside `input_tokens`.
    pub(super) fn usage(self) -> Usage {
        let read = self.cache_read_input_tokens.unwrap_or(0);
        let written = self.cache_creation_input_tokens.unwrap_or(0);
        let input = self.input_tokens.unwrap_or(0).saturating_add(read).saturating_add(written);
        let reasoning = self.output_tokens_details.and_then(|details| details.thinking_tokens);
        Usage {
            cached_tokens: read,
            cache_write_tokens: written,
            reasoning_tokens: reasoning.unwrap_or(0),
            ..Usage::new(input, self.output_tokens.unwrap_or(0))
        }
    }
}

/// What a reply comes to.
pub(super) struct Whole {
    pub(super) parts: Vec<AssistantPart>,
    pub(super) id: Option<String>,
    pub(super) model: Option<String>,
    pub(super) stop_reason: Option<String>,
    pub(super) stop_details: Option<StopDetails>,
    pub(super) tokens: Option<Tokens>,
}

impl Whole {
    pub(super) fn into_response(mut self, origin: Origin) -> Response {
        let finish = finish(self.stop_reason.as_deref(), &self.parts);
        if let (FinishReason::Refusal, Some(details)) = (&finish, self.stop_details)
            && let Some(words) = details.explanation.or(details.category)
        {
            self.parts.push(AssistantPart::Refusal(words));
        }
        let message = AssistantMessage { parts: self.parts, origin: Some(origin) };
        let usage = self.tokens.map(Tokens::usage);
        Response { model: self.model, id: self.id, ..Response::new(message, finish, usage) }
    }
}

fn finish(stop_reason: Option<&str>, parts: &[AssistantPart]) -> FinishReason {
    let calls = parts.iter().any(|part| matches!(part, AssistantPart::ToolCall(_)));
    match stop_reason {
        Some("tool_use") => FinishReason::ToolCalls,
        Some("end_turn" | "stop_sequence") if calls => FinishReason::ToolCalls,
        Some("end_turn" | "stop_sequence") => FinishReason::Stop,
        Some("max_tokens") => FinishReason::Length,
        Some("model_context_window_exceeded") => FinishReason::ContextWindow,
        Some("refusal") => FinishReason::Refusal,
        Some("pause_turn") => FinishReason::Pause,
        Some(other) => FinishReason::Other(other.to_owned()),
        None => FinishReason::Other("no stop_reason".to_owned()),
    }
}

pub(super) fn decode(origin: Origin, body: &[u8]) -> Result<Response, ProviderError> {
    let message: Message<'_> = loose::body(body)?;
    if let Some(error) = message.error {
        return Err(error::of(None, error, message.request_id));
    }
    if message.stop_reason.is_none() && message.content.is_empty() && message.usage.is_none() {
        let message = format!("the reply is no message; it reads: {}", loose::excerpt(body));
        return Err(ProviderError::new(ProviderErrorKind::Protocol, message));
    }
    let parts = message.content.iter().map(|block| Building::new(block.get())?.into_part());
    let whole = Whole {
        parts: parts.collect::<Result<_, _>>()?,
        id: message.id,
        model: message.model,
        stop_reason: message.stop_reason,
        stop_details: message.stop_details,
        tokens: message.usage,
    };
    Ok(whole.into_response(origin))
}
