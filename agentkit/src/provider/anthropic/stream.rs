//! A reply as it streams in.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error;
use super::response::{Building, Message, StopDetails, Tokens, Whole};
use crate::message::Origin;
use crate::model::{Delta, Response};
use crate::provider::loose;
use crate::provider::sse::Event;
use crate::provider::wire::{Assemble, Progress};
use crate::provider::{ProviderError, ProviderErrorKind};

/// The data of an event of any type.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Data<'a> {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    kind: Option<String>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::count")]
    index: u64,
    #[serde(borrow)]
    content_block: Option<&'a RawValue>,
    #[serde(borrow)]
    delta: Option<&'a RawValue>,
    usage: Option<Tokens>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    request_id: Option<String>,
}

/// The `delta` of a `content_block_delta` or a `message_delta`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Change<'a> {
    #[serde(rename = "type", deserialize_with = "loose::text")]
    kind: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    text: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    thinking: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    signature: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    partial_json: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    content: Option<String>,
    #[serde(borrow)]
    citation: Option<&'a RawValue>,
    #[serde(deserialize_with = "loose::text")]
    stop_reason: Option<String>,
    stop_details: Option<StopDetails>,
}

pub(super) struct Assembler {
    origin: Origin,
    /// By the provider's index, which is their order.
    blocks: BTreeMap<u64, Open>,
    calls: usize,
    id: Option<String>,
    model: Option<String>,
    stop_reason: Option<String>,
    stop_details: Option<StopDetails>,
    tokens: Option<Tokens>,
    done: bool,
}

struct Open {
    block: Building,
    /// A call's place among the calls.
    call: usize,
    /// Whether a delta has brought input, which takes the place of what the block began with.
    fresh: bool,
}

impl Assembler {
    pub(super) fn new(origin: Origin) -> Self {
        Self {
            origin,
            blocks: BTreeMap::new(),
            calls: 0,
            id: None,
            model: None,
            stop_reason: None,
            stop_details: None,
            tokens: None,
            done: false,
        }
    }

    fn start(&mut self, index: u64, json: &str, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        let block = Building::new(json)?;
        let call = self.calls;
        match &block {
            Building::Text { text, .. } if !text.is_empty() => deltas.push(Delta::Text(text.clone())),
            Building::Thinking { text, .. } if !text.is_empty() => {
                deltas.push(Delta::Reasoning(text.clone()));
            }
            Building::ToolUse { id, name, .. } => {
                self.calls += 1;
                deltas.push(Delta::ToolCall { index: call, id: id.clone(), name: name.clone() });
            }
            _ => {}
        }
        self.blocks.insert(index, Open { block, call, fresh: true });
        Ok(())
    }

    fn change(&mut self, index: u64, change: Change<'_>, deltas: &mut Vec<Delta>) {
        let Some(open) = self.blocks.get_mut(&index) else { return };
        match (&mut open.block, change) {
            (Building::Text { text, .. }, Change { text: Some(more), .. }) => {
                text.push_str(&more);
                deltas.push(Delta::Text(more));
            }
            (Building::Text { citations, .. }, Change { citation: Some(citation), .. }) => {
                citations.push(citation.get().to_owned());
            }
            (Building::Thinking { text, .. }, Change { thinking: Some(more), .. }) => {
                text.push_str(&more);
                deltas.push(Delta::Reasoning(more));
            }
            (Building::Thinking { signature, .. }, Change { signature: Some(whole), .. }) => {
                *signature = Some(whole);
            }
            (Building::ToolUse { input, .. }, Change { partial_json: Some(more), .. })
                if !more.is_empty() =>
            {
                if std::mem::take(&mut open.fresh) {
                    input.clear();
                }
                input.push_str(&more);
                deltas.push(Delta::Arguments { index: open.call, json: more });
            }
            (Building::Other { input, .. }, Change { partial_json: Some(more), .. }) => input.push_str(&more),
            (Building::Other { content, .. }, Change { content: Some(more), .. }) => {
                content.get_or_insert_default().push_str(&more);
            }
            _ => {}
        }
    }
}

impl Assemble for Assembler {
    fn push(&mut self, event: &Event<'_>, deltas: &mut Vec<Delta>) -> Result<Progress, ProviderError> {
        if event.data.trim().is_empty() {
            return Ok(Progress::Open);
        }
        let data: Data<'_> = loose::part(event.data)?;
        match data.kind.as_deref().unwrap_or(event.event) {
            "message_start" => {
                if let Some(message) = data.message {
                    let message: Message<'_> = loose::part(message.get())?;
                    self.id = message.id;
                    self.model = message.model;
                    self.tokens = message.usage;
                }
            }
            "content_block_start" => {
                if let Some(block) = data.content_block {
                    self.start(data.index, block.get(), deltas)?;
                }
            }
            "content_block_delta" => {
                if let Some(delta) = data.delta {
                    self.change(data.index, loose::part(delta.get())?, deltas);
                }
            }
            "content_block_stop" => {
                // A call whose input came with its start has had no delta yet.
                if let Some(Open { block: Building::ToolUse { input, .. }, call, fresh: true }) =
                    self.blocks.get(&data.index)
                {
                    let json = if input.is_empty() { "{}" } else { input };
                    deltas.push(Delta::Arguments { index: *call, json: json.to_owned() });
                }
            }
            "message_delta" => {
                if let Some(delta) = data.delta {
                    let change: Change<'_> = loose::part(delta.get())?;
                    self.stop_reason = change.stop_reason.or(self.stop_reason.take());
                    self.stop_details = change.stop_details.or(self.stop_details.take());
                }
                if let Some(tokens) = data.usage {
                    self.tokens.get_or_insert_default().update(tokens);
                }
            }
            "message_stop" => {
                self.done = true;
                return Ok(Progress::Done);
            }
            "error" => {
                let Some(error) = data.error else {
                    let message =
                        format!("an error event that says {}", loose::excerpt(event.data.as_bytes()));
                    return Err(ProviderError::new(ProviderErrorKind::Server, message));
                };
                return Err(error::of(None, error, data.request_id));
            }
            _ => {}
        }
        Ok(Progress::Open)
    }

    fn finish(self: Box<Self>) -> Result<Response, ProviderError> {
        if !self.done {
            let message = "the stream ended before `message_stop`";
            let error = ProviderError::new(ProviderErrorKind::Incomplete, message);
            return Err(match self.tokens {
                Some(tokens) => error.with_usage(tokens.usage()),
                None => error,
            });
        }
        let parts = self.blocks.into_values().map(|open| open.block.into_part());
        let whole = Whole {
            parts: parts.collect::<Result<_, _>>()?,
            id: self.id,
            model: self.model,
            stop_reason: self.stop_reason,
            stop_details: self.stop_details,
            tokens: self.tokens,
        };
        Ok(whole.into_response(self.origin))
    }
}
