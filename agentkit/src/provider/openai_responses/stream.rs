//! A reply as it streams in.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::error;
use super::response::{Body, Item, whole};
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
    #[serde(deserialize_with = "loose::count")]
    output_index: u64,
    #[serde(deserialize_with = "loose::text")]
    delta: Option<String>,
    #[serde(deserialize_with = "loose::text")]
    arguments: Option<String>,
    #[serde(borrow)]
    item: Option<&'a RawValue>,
    #[serde(borrow)]
    response: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

pub(super) struct Assembler {
    origin: Origin,
    /// What has been announced of each item, by its index.
    open: BTreeMap<u64, Open>,
    /// The finished items, by their index.
    items: BTreeMap<u64, String>,
    calls: usize,
    /// The last event's response object.
    response: Option<String>,
}

/// An item that has begun.
enum Open {
    /// A call: its place among the calls, and whether a piece of its arguments has come.
    Call { call: usize, begun: bool },
    /// A message: whether it stands beside the answer, and whether a piece of its text has come.
    Message { commentary: bool, begun: bool },
}

impl Assembler {
    pub(super) fn new(origin: Origin) -> Self {
        Self { origin, open: BTreeMap::new(), items: BTreeMap::new(), calls: 0, response: None }
    }

    /// An item has begun, or is finished without having been announced.
    fn begin(&mut self, index: u64, json: &str, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        if self.open.contains_key(&index) {
            return Ok(());
        }
        let item: Item<'_> = loose::part(json)?;
        match item.kind.as_deref() {
            Some("function_call") => {
                let call = self.calls;
                self.calls += 1;
                self.open.insert(index, Open::Call { call, begun: false });
                let (id, name) = (item.call_id.unwrap_or_default(), item.name.unwrap_or_default());
                deltas.push(Delta::ToolCall { index: call, id, name });
            }
            Some("message") => {
                self.open.insert(index, Open::Message { commentary: item.is_commentary(), begun: false });
            }
            _ => {}
        }
        Ok(())
    }

    /// A piece of a message's text.
    fn text(&mut self, index: u64, more: String, deltas: &mut Vec<Delta>) {
        let mut beside = false;
        if let Some(Open::Message { commentary, begun }) = self.open.get_mut(&index) {
            *begun = true;
            beside = *commentary;
        }
        deltas.push(if beside { Delta::Reasoning(more) } else { Delta::Text(more) });
    }

    /// All of a call's arguments, where none have come piece by piece.
    fn arguments(&mut self, index: u64, json: Option<String>, deltas: &mut Vec<Delta>) {
        if let (Some(Open::Call { call, begun }), Some(json)) = (self.open.get_mut(&index), json)
            && !std::mem::replace(begun, true)
            && !json.is_empty()
        {
            deltas.push(Delta::Arguments { index: *call, json });
        }
    }

    /// A finished item, which has all that may not have come piece by piece.
    fn end(&mut self, index: u64, json: &str, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        self.begin(index, json, deltas)?;
        let item: Item<'_> = loose::part(json)?;
        match self.open.get(&index) {
            Some(Open::Call { .. }) => self.arguments(index, item.arguments_text(), deltas),
            Some(Open::Message { begun: false, .. }) => {
                let (text, _) = item.said()?;
                if !text.is_empty() {
                    self.text(index, text, deltas);
                }
            }
            _ => {}
        }
        self.items.insert(index, json.to_owned());
        Ok(())
    }
}

impl Assemble for Assembler {
    fn push(&mut self, event: &Event<'_>, deltas: &mut Vec<Delta>) -> Result<Progress, ProviderError> {
        let text = event.data.trim();
        if text.is_empty() || text == "[DONE]" {
            return Ok(Progress::Open);
        }
        let data: Data<'_> = loose::part(text)?;
        let index = data.output_index;
        match (data.kind.as_deref().unwrap_or(event.event), data.delta, data.item) {
            ("response.output_item.added", _, Some(item)) => self.begin(index, item.get(), deltas)?,
            ("response.output_item.done", _, Some(item)) => self.end(index, item.get(), deltas)?,
            ("response.output_text.delta", Some(more), _) if !more.is_empty() => {
                self.text(index, more, deltas);
            }
            ("response.refusal.delta", Some(more), _) if !more.is_empty() => {
                deltas.push(Delta::Refusal(more));
            }
            ("response.reasoning_summary_text.delta" | "response.reasoning_text.delta", Some(more), _)
                if !more.is_empty() =>
            {
                deltas.push(Delta::Reasoning(more));
            }
            ("response.function_call_arguments.delta", Some(json), _) if !json.is_empty() => {
                if let Some(Open::Call { call, begun }) = self.open.get_mut(&index) {
                    *begun = true;
                    deltas.push(Delta::Arguments { index: *call, json });
                }
            }
            ("response.function_call_arguments.done", _, _) => self.arguments(index, data.arguments, deltas),
            (
                "response.completed" | "response.incomplete" | "response.failed" | "response.cancelled",
                _,
                _,
            ) => {
                if let Some(response) = data.response {
                    self.response = Some(response.get().to_owned());
                    return Ok(Progress::Done);
                }
            }
            ("error", _, _) => {
                let error = match data.error {
                    Some(error) => error::of(None, error),
                    None => error::of(None, loose::part(text)?),
                };
                return Err(error);
            }
            _ => {}
        }
        Ok(Progress::Open)
    }

    fn finish(self: Box<Self>) -> Result<Response, ProviderError> {
        let Some(response) = &self.response else {
            let message = "the stream ended before the response was complete";
            return Err(ProviderError::new(ProviderErrorKind::Incomplete, message));
        };
        let body: Body<'_> = loose::part(response)?;
        // The items of their own events are final; a server that sends none has them at the end.
        if body.output.len() > self.items.len() {
            let output = body.output.clone();
            return whole(self.origin, body, output.iter().map(|item| item.get()));
        }
        whole(self.origin, body, self.items.values().map(String::as_str))
    }
}
