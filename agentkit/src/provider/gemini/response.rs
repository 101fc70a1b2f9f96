//! A reply, plain or streamed: a plain one is a stream of one chunk.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error;
use super::request::LOCAL;
use crate::message::{AssistantMessage, AssistantPart, AssistantText, Origin, Replay, ToolCall};
use crate::model::{Delta, FinishReason, Response, Usage};
use crate::provider::loose;
use crate::provider::sse::Event;
use crate::provider::wire::{Assemble, Progress};
use crate::provider::{ProviderError, ProviderErrorKind};

/// A `GenerateContentResponse`, or an error in its place.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Chunk<'a> {
    #[serde(borrow, deserialize_with = "loose::items")]
    candidates: Vec<&'a RawValue>,
    prompt_feedback: Option<Feedback>,
    usage_metadata: Option<Tokens>,
    #[serde(deserialize_with = "loose::text")]
    model_version: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    response_id: Option<String>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Feedback {
    #[serde(deserialize_with = "loose::text")]
    block_reason: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Candidate<'a> {
    #[serde(borrow)]
    content: Option<Content<'a>>,
    #[serde(deserialize_with = "loose::text")]
    finish_reason: Option<String>,
    #[serde(deserialize_with = "loose::count")]
    index: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Content<'a> {
    #[serde(borrow, deserialize_with = "loose::items")]
    parts: Vec<&'a RawValue>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Part<'a> {
    #[serde(deserialize_with = "loose::text")]
    text: Option<String>,
    thought: Option<bool>,
    #[serde(deserialize_with = "loose::text")]
    thought_signature: Option<String>,
    #[serde(borrow)]
    function_call: Option<FunctionCall<'a>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FunctionCall<'a> {
    #[serde(deserialize_with = "loose::text")]
    id: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    name: Option<String>,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[allow(clippy::struct_field_names, reason = "the provider's names")]
struct Tokens {
    #[serde(deserialize_with = "loose::count")]
    prompt_token_count: u64,
    #[serde(deserialize_with = "loose::count")]
    tool_use_prompt_token_count: u64,
    #[serde(deserialize_with = "loose::count")]
    cached_content_token_count: u64,
    #[serde(deserialize_with = "loose::count")]
    candidates_token_count: u64,
    #[serde(deserialize_with = "loose::count")]
    thoughts_token_count: u64,
}

impl Tokens {
    /// Normalised: Gemini counts thoughts beside the candidates' tokens, and tool use beside the prompt.
    fn usage(self) -> Usage {
        let input = self.prompt_token_count.saturating_add(self.tool_use_prompt_token_count);
        let output = self.candidates_token_count.saturating_add(self.thoughts_token_count);
        Usage {
            cached_tokens: self.cached_content_token_count,
            reasoning_tokens: self.thoughts_token_count,
            ..Usage::new(input, output)
        }
    }
}

pub(super) fn decode(origin: Origin, body: &[u8]) -> Result<Response, ProviderError> {
    let mut assembler = Assembler::new(origin);
    assembler.chunk(loose::body(body)?, &mut Vec::new())?;
    if !assembler.answered {
        let message = format!("the reply has no candidates; it reads: {}", loose::excerpt(body));
        return Err(ProviderError::new(ProviderErrorKind::Protocol, message));
    }
    Ok(assembler.into_response())
}

pub(super) struct Assembler {
    origin: Origin,
    parts: Vec<AssistantPart>,
    calls: usize,
    /// Whether there was a candidate, or a reason for none.
    answered: bool,
    blocked: Option<String>,
    finish: Option<String>,
    tokens: Option<Tokens>,
    model: Option<String>,
    id: Option<String>,
}

impl Assembler {
    pub(super) fn new(origin: Origin) -> Self {
        Self {
            origin,
            parts: Vec::new(),
            calls: 0,
            answered: false,
            blocked: None,
            finish: None,
            tokens: None,
            model: None,
            id: None,
        }
    }

    fn chunk(&mut self, chunk: Chunk<'_>, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        if let Some(error) = chunk.error {
            return Err(error::of(200, error));
        }
        self.model = chunk.model_version.or(self.model.take());
        self.id = chunk.response_id.or(self.id.take());
        self.tokens = chunk.usage_metadata.or(self.tokens);
        if let Some(reason) = chunk.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            self.blocked = Some(reason);
            self.answered = true;
        }
        for candidate in chunk.candidates {
            let candidate: Candidate<'_> = loose::part(candidate.get())?;
            if candidate.index > 0 {
                continue;
            }
            self.answered = true;
            for part in candidate.content.unwrap_or_default().parts {
                self.part(part.get(), deltas)?;
            }
            // The last one counts: built-in tools finish in between.
            self.finish = candidate.finish_reason.or(self.finish.take());
        }
        Ok(())
    }

    fn part(&mut self, json: &str, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        let part: Part<'_> = loose::part(json)?;
        let signature = part.thought_signature.filter(|signature| !signature.is_empty());
        let replay = signature.map(|signature| Replay::new(serde_json::Value::from(signature).to_string()));
        if let Some(call) = part.function_call {
            return self.call(call, replay, deltas);
        }
        let text = match part.text {
            Some(text) => text,
            None if replay.is_some() && is_bare(json) => String::new(),
            None => {
                self.parts.push(AssistantPart::Opaque(Replay::new(json)));
                return Ok(());
            }
        };
        let thought = part.thought == Some(true);
        if !text.is_empty() {
            deltas.push(if thought { Delta::Reasoning(text.clone()) } else { Delta::Text(text.clone()) });
        }
        match (self.parts.last_mut(), thought) {
            (Some(AssistantPart::Text(last)), false) | (Some(AssistantPart::Reasoning(last)), true)
                if replay.is_none() && last.replay.is_none() =>
            {
                last.text.push_str(&text);
            }
            _ if replay.is_none() && text.is_empty() => {}
            (_, true) => self.parts.push(AssistantPart::Reasoning(AssistantText { text, replay })),
            (_, false) => self.parts.push(AssistantPart::Text(AssistantText { text, replay })),
        }
        Ok(())
    }

    fn call(
        &mut self,
        call: FunctionCall<'_>,
        replay: Option<Replay>,
        deltas: &mut Vec<Delta>,
    ) -> Result<(), ProviderError> {
        let Some(name) = call.name.filter(|name| !name.is_empty()) else {
            return Err(ProviderError::new(ProviderErrorKind::Protocol, "a `functionCall` without a name"));
        };
        let index = self.calls;
        self.calls += 1;
        let id = call.id.filter(|id| !id.is_empty()).unwrap_or_else(|| self.local_id(index));
        let arguments = call.args.map_or("{}", RawValue::get).to_owned();
        deltas.push(Delta::ToolCall { index, id: id.clone(), name: name.clone() });
        deltas.push(Delta::Arguments { index, json: arguments.clone() });
        self.parts.push(AssistantPart::ToolCall(ToolCall { id, name, arguments, replay }));
        Ok(())
    }

    /// An id for a call that has none, unlike any other of a conversation.
    fn local_id(&self, index: usize) -> String {
        let reply: String =
            self.id.iter().flat_map(|id| id.chars()).filter(char::is_ascii_alphanumeric).collect();
        format!("{LOCAL}{}_{index}", reply.get(..32).unwrap_or(&reply))
    }

    fn into_response(self) -> Response {
        let finish = match (self.finish, self.blocked) {
            (Some(reason), _) => finish(reason, self.calls),
            (None, Some(_)) => FinishReason::ContentFilter,
            (None, None) => FinishReason::Other("no finishReason".to_owned()),
        };
        let message = AssistantMessage { parts: self.parts, origin: Some(self.origin) };
        let usage = self.tokens.map(Tokens::usage);
        Response { model: self.model, id: self.id, ..Response::new(message, finish, usage) }
    }
}

/// Whether a part has nothing but a signature.
fn is_bare(json: &str) -> bool {
    serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(json).is_ok_and(|part| part.len() == 1)
}

fn finish(reason: String, calls: usize) -> FinishReason {
    match reason.as_str() {
        "STOP" if calls > 0 => FinishReason::ToolCalls,
        "STOP" => FinishReason::Stop,
        "MAX_TOKENS" => FinishReason::Length,
        "SAFETY"
        | "RECITATION"
        | "BLOCKLIST"
        | "PROHIBITED_CONTENT"
        | "SPII"
        | "LANGUAGE"
        | "MODEL_ARMOR"
        | "IMAGE_SAFETY"
        | "IMAGE_PROHIBITED_CONTENT"
        | "IMAGE_RECITATION"
        | "IMAGE_OTHER"
        | "NO_IMAGE"
        | "ESCALATION" => FinishReason::ContentFilter,
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "MALFORMED_RESPONSE" | "TOO_MANY_TOOL_CALLS" => {
            FinishReason::MalformedToolCall
        }
        _ => FinishReason::Other(reason),
    }
}

impl Assemble for Assembler {
    fn push(&mut self, event: &Event<'_>, deltas: &mut Vec<Delta>) -> Result<Progress, ProviderError> {
        let data = event.data.trim();
        if !data.is_empty() && data != "[DONE]" {
            if data.starts_with('[') {
                return Err(error::decode(200, data.as_bytes()));
            }
            self.chunk(loose::part(data)?, deltas)?;
        }
        // There is no last event: the stream just ends.
        Ok(Progress::Open)
    }

    fn finish(self: Box<Self>) -> Result<Response, ProviderError> {
        if self.finish.is_some() || self.blocked.is_some() {
            return Ok(self.into_response());
        }
        let message = "the stream ended before a `finishReason`";
        let error = ProviderError::new(ProviderErrorKind::Incomplete, message);
        Err(match self.tokens {
            Some(tokens) => error.with_usage(tokens.usage()),
            None => error,
        })
    }
}
