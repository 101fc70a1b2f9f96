//! A reply in one piece, and the parts that a streamed one shares with it.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::OpenAiChatWire;
use super::content::{Arguments, Text};
use super::error;
use super::finish::{self, Calls};
use crate::message::{AssistantMessage, AssistantPart, Replay};
use crate::model::{Response, Usage};
use crate::provider::{ProviderError, ProviderErrorKind, loose};

/// A whole reply, or one chunk of a streamed one.
///
/// Every member may be missing; what is unknown is passed over.
#[derive(Debug, Deserialize)]
pub(super) struct Completion<'a> {
    #[serde(default)]
    pub(super) id: Text,
    #[serde(default)]
    pub(super) model: Text,
    #[serde(default)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    #[serde(default)]
    pub(super) usage: Option<Tokens>,
    #[serde(default, borrow)]
    pub(super) error: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(default, alias = "delta", borrow)]
    pub(super) message: Option<Said<'a>>,
    #[serde(default)]
    pub(super) finish_reason: Text,
    #[serde(default)]
    pub(super) index: Option<u64>,
}

/// What the model said: a whole message or a delta.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Said<'a> {
    #[serde(default)]
    pub(super) content: Text,
    #[serde(default)]
    pub(super) refusal: Text,
    #[serde(default)]
    pub(super) reasoning: Text,
    #[serde(default)]
    pub(super) reasoning_content: Text,
    #[serde(default, borrow)]
    pub(super) reasoning_details: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    pub(super) tool_calls: Option<Vec<Called>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Called {
    #[serde(default)]
    pub(super) index: Option<u64>,
    #[serde(default)]
    pub(super) id: Text,
    #[serde(default)]
    pub(super) function: Option<Function>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Function {
    #[serde(default)]
    pub(super) name: Text,
    #[serde(default)]
    pub(super) arguments: Arguments,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tokens {
    #[serde(default, deserialize_with = "loose::count")]
    prompt_tokens: u64,
    #[serde(default, deserialize_with = "loose::count")]
    completion_tokens: u64,
    #[serde(default)]
    prompt_tokens_details: Option<PromptDetails>,
    #[serde(default)]
    completion_tokens_details: Option<CompletionDetails>,
}

#[derive(Debug, Default, Deserialize)]
struct PromptDetails {
    #[serde(default, deserialize_with = "loose::count")]
    cached_tokens: u64,
    #[serde(default, deserialize_with = "loose::count")]
    cache_write_tokens: u64,
}

#[derive(Debug, Default, Deserialize)]
struct CompletionDetails {
    #[serde(default, deserialize_with = "loose::count")]
    reasoning_tokens: u64,
}

impl Tokens {
    /// Cached tokens are counted in `prompt_tokens`, reasoning in `completion_tokens`.
    pub(super) fn usage(&self) -> Usage {
        let mut usage = Usage::new(self.prompt_tokens, self.completion_tokens);
        if let Some(details) = &self.prompt_tokens_details {
            usage.cached_tokens = details.cached_tokens;
            usage.cache_write_tokens = details.cache_write_tokens;
        }
        if let Some(details) = &self.completion_tokens_details {
            usage.reasoning_tokens = details.reasoning_tokens;
        }
        usage
    }
}

/// What a reply came to, in one piece or in many.
#[derive(Debug, Default)]
pub(super) struct Whole {
    pub(super) id: String,
    pub(super) model: String,
    pub(super) text: String,
    pub(super) refusal: String,
    pub(super) reasoning: String,
    pub(super) details: Vec<Box<RawValue>>,
    pub(super) calls: Calls,
    pub(super) finish: String,
    pub(super) usage: Option<Usage>,
}

impl OpenAiChatWire {
    pub(super) fn read(&self, body: &[u8]) -> Result<Response, ProviderError> {
        let completion: Completion<'_> = match loose::body(body) {
            Ok(completion) => completion,
            Err(unreadable) => return Err(error::in_array(body).unwrap_or(unreadable)),
        };
        let usage = completion.usage.as_ref().map(Tokens::usage);
        if let Some(error) = completion.error.and_then(error::of_reply) {
            return Err(with_usage(error, usage));
        }
        let choice = completion.choices.into_iter().flatten().min_by_key(|choice| choice.index);
        let Some(Choice { message, finish_reason, .. }) = choice else {
            let message = format!("the reply has no choices; it reads: {}", loose::excerpt(body));
            return Err(with_usage(ProviderError::new(ProviderErrorKind::Protocol, message), usage));
        };
        let said = message.unwrap_or_default();
        let mut whole = Whole {
            id: completion.id.0,
            model: completion.model.0,
            text: said.content.0,
            refusal: said.refusal.0,
            finish: finish_reason.0,
            usage,
            ..Whole::default()
        };
        whole.reasoning =
            if said.reasoning.0.is_empty() { said.reasoning_content.0 } else { said.reasoning.0 };
        whole.details = said.reasoning_details.into_iter().flatten().map(ToOwned::to_owned).collect();
        for called in said.tool_calls.into_iter().flatten() {
            let function = called.function.unwrap_or_default();
            whole.calls.push(called.id.0, function.name.0, function.arguments.0);
        }
        self.response(whole)
    }

    /// The reply as the run sees it.
    pub(super) fn response(&self, mut whole: Whole) -> Result<Response, ProviderError> {
        if whole.finish == "error" {
            let error = ProviderError::new(ProviderErrorKind::Server, "the provider broke off the reply");
            return Err(with_usage(error, whole.usage));
        }
        if self.dialect.think_tags {
            finish::split_thinking(&mut whole.text, &mut whole.reasoning);
        }
        let calls = whole.calls.finish(&whole.id);
        let reason = finish::reason(&whole.finish, !calls.is_empty(), !whole.refusal.is_empty(), &whole.text);
        let mut parts = Vec::with_capacity(calls.len() + 2);
        let details = finish::details(&whole.details);
        if !whole.reasoning.is_empty() || details.is_some() {
            parts.push(AssistantPart::reasoning(whole.reasoning, details.map(Replay::new)));
        }
        if !whole.text.is_empty() {
            parts.push(AssistantPart::text(whole.text));
        }
        if !whole.refusal.is_empty() {
            parts.push(AssistantPart::Refusal(whole.refusal));
        }
        parts.extend(calls.into_iter().map(AssistantPart::ToolCall));
        let mut message = AssistantMessage::new(parts);
        message.origin = Some(self.origin.clone());
        let mut response = Response::new(message, reason, whole.usage);
        response.model = Some(whole.model).filter(|model| !model.is_empty());
        response.id = Some(whole.id).filter(|id| !id.is_empty());
        Ok(response)
    }
}

pub(super) fn with_usage(error: ProviderError, usage: Option<Usage>) -> ProviderError {
    match usage {
        Some(usage) => error.with_usage(usage),
        None => error,
    }
}
