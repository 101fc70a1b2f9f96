//! A reply, plain or at the end of a stream.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{error, items};
use crate::message::{AssistantMessage, AssistantPart, AssistantText, Origin, Replay, ToolCall};
use crate::model::{FinishReason, Response, Usage};
use crate::provider::loose;
use crate::provider::{ProviderError, ProviderErrorKind};

/// A response object.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Body<'a> {
    #[serde(deserialize_with = "loose::text")]
    id: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    model: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    status: Option<String>,
    #[serde(borrow, deserialize_with = "loose::items")]
    pub(super) output: Vec<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    incomplete_details: Option<Incomplete>,
    usage: Option<Tokens>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Incomplete {
    #[serde(deserialize_with = "loose::text")]
    reason: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_field_names, reason = "the provider's names")]
struct Tokens {
    #[serde(deserialize_with = "loose::count")]
    input_tokens: u64,
    input_tokens_details: Option<InputDetails>,
    #[serde(deserialize_with = "loose::count")]
    output_tokens: u64,
    output_tokens_details: Option<OutputDetails>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct InputDetails {
    #[serde(deserialize_with = "loose::count")]
    cached_tokens: u64,
    #[serde(deserialize_with = "loose::count")]
    cache_write_tokens: u64,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct OutputDetails {
    #[serde(deserialize_with = "loose::count")]
    reasoning_tokens: u64,
}

impl Tokens {
    /// Normalised: OpenAI counts as [`Usage`] does.
    fn usage(self) -> Usage {
        let input = self.input_tokens_details.unwrap_or_default();
        Usage {
            cached_tokens: input.cached_tokens,
            cache_write_tokens: input.cache_write_tokens,
            reasoning_tokens: self.output_tokens_details.unwrap_or_default().reasoning_tokens,
            ..Usage::new(self.input_tokens, self.output_tokens)
        }
    }
}

/// An output item of any type.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Item<'a> {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    pub(super) kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) call_id: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    pub(super) name: Option<String>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    phase: Option<String>,
    #[serde(borrow, deserialize_with = "loose::items")]
    content: Vec<&'a RawValue>,
    #[serde(borrow, deserialize_with = "loose::items")]
    summary: Vec<&'a RawValue>,
}

/// A piece of an item's content or summary.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Piece {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    text: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    refusal: Option<String>,
}

impl Item<'_> {
    /// Whether it is a message beside the answer.
    pub(super) fn is_commentary(&self) -> bool {
        self.phase.as_deref() == Some("commentary")
    }

    /// A message's text and refusal.
    pub(super) fn said(&self) -> Result<(String, Option<String>), ProviderError> {
        let mut text = String::new();
        let mut refusal = None::<String>;
        for piece in &self.content {
            let piece: Piece = loose::part(piece.get())?;
            if piece.kind.as_deref() == Some("refusal") {
                refusal.get_or_insert_default().push_str(piece.refusal.as_deref().unwrap_or_default());
            } else {
                text.push_str(piece.text.as_deref().unwrap_or_default());
            }
        }
        Ok((text, refusal))
    }

    /// A call's arguments: text on the wire; an object is taken as it is.
    pub(super) fn arguments_text(&self) -> Option<String> {
        let raw = self.arguments?;
        Some(loose::as_text(raw).unwrap_or_else(|| raw.get().to_owned())).filter(|text| !text.is_empty())
    }
}

/// Reads an item as parts.
fn parts(json: &str, parts: &mut Vec<AssistantPart>) -> Result<(), ProviderError> {
    let item: Item<'_> = loose::part(json)?;
    let replay = Replay::new(json);
    match item.kind.as_deref() {
        Some("message") => message(&item, replay, parts)?,
        Some("function_call") => parts.push(AssistantPart::ToolCall(call(&item, replay)?)),
        Some("reasoning") => {
            // OpenAI shows a summary at most, open-weights servers the text itself.
            let pieces = if item.summary.is_empty() { &item.content } else { &item.summary };
            let texts = pieces.iter().map(|piece| Ok(loose::part::<Piece>(piece.get())?.text));
            let texts = texts.collect::<Result<Vec<_>, ProviderError>>()?;
            let text = texts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
            parts.push(AssistantPart::reasoning(text, Some(replay)));
        }
        _ => parts.push(AssistantPart::Opaque(replay)),
    }
    Ok(())
}

fn message(item: &Item<'_>, replay: Replay, parts: &mut Vec<AssistantPart>) -> Result<(), ProviderError> {
    let (text, refusal) = item.said()?;
    if item.is_commentary() {
        parts.push(AssistantPart::reasoning(text, Some(replay)));
    } else if let Some(words) = refusal {
        parts.push(AssistantPart::Opaque(replay));
        if !text.is_empty() {
            let replay = Some(Replay::new(items::GONE));
            parts.push(AssistantPart::Text(AssistantText { text, replay }));
        }
        parts.push(AssistantPart::Refusal(words));
    } else {
        parts.push(AssistantPart::Text(AssistantText { text, replay: Some(replay) }));
    }
    Ok(())
}

fn call(item: &Item<'_>, replay: Replay) -> Result<ToolCall, ProviderError> {
    let some = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (Some(id), Some(name)) = (some(&item.call_id), some(&item.name)) else {
        let message = "a `function_call` without a `call_id` or a name";
        return Err(ProviderError::new(ProviderErrorKind::Protocol, message));
    };
    let arguments = item.arguments_text().unwrap_or_else(|| "{}".to_owned());
    Ok(ToolCall { id, name, arguments, replay: Some(replay) })
}

pub(super) fn decode(origin: Origin, body: &[u8]) -> Result<Response, ProviderError> {
    let response: Body<'_> = loose::body(body)?;
    if response.status.is_none() && response.error.is_none() && response.output.is_empty() {
        let message = format!("the reply is no response object; it reads: {}", loose::excerpt(body));
        return Err(ProviderError::new(ProviderErrorKind::Protocol, message));
    }
    let output = response.output.clone();
    whole(origin, response, output.iter().map(|item| item.get()))
}

/// The reply that a response object and its items make.
pub(super) fn whole<'a>(
    origin: Origin,
    body: Body<'_>,
    output: impl IntoIterator<Item = &'a str>,
) -> Result<Response, ProviderError> {
    let usage = body.usage.map(Tokens::usage);
    let with_usage = |error: ProviderError| match usage {
        Some(usage) => error.with_usage(usage),
        None => error,
    };
    if let Some(error) = body.error {
        return Err(with_usage(error::of(None, error)));
    }
    let mut message = AssistantMessage { parts: Vec::new(), origin: Some(origin) };
    for item in output {
        parts(item, &mut message.parts)?;
    }
    let status = body.status.as_deref().unwrap_or("completed");
    let finish = match status {
        "completed" => completed(&message),
        "incomplete" => match body.incomplete_details.and_then(|details| details.reason) {
            Some(reason) if reason == "max_output_tokens" => FinishReason::Length,
            Some(reason) if reason == "content_filter" => FinishReason::ContentFilter,
            reason => FinishReason::Other(reason.unwrap_or_else(|| "incomplete".to_owned())),
        },
        "failed" => {
            let message = "the response failed, and no reason is given";
            return Err(with_usage(ProviderError::new(ProviderErrorKind::Server, message)));
        }
        _ => {
            let message = format!("the response is `{status}`, not complete");
            return Err(with_usage(ProviderError::new(ProviderErrorKind::Incomplete, message)));
        }
    };
    Ok(Response { model: body.model, id: body.id, ..Response::new(message, finish, usage) })
}

fn completed(message: &AssistantMessage) -> FinishReason {
    if message.tool_calls().next().is_some() {
        FinishReason::ToolCalls
    } else if message.refusal().is_some() {
        FinishReason::Refusal
    } else {
        FinishReason::Stop
    }
}
