//! A streamed reply, put together chunk by chunk.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::finish::made_up_id;
use super::reply::{Called, Completion, Tokens, Whole, with_usage};
use super::{OpenAiChatWire, error};
use crate::model::{Delta, Response};
use crate::provider::sse::Event;
use crate::provider::wire::{Assemble, Progress};
use crate::provider::{ProviderError, ProviderErrorKind, loose};

/// The end of a stream.
const DONE: &str = "[DONE]";

pub(super) struct Assembler {
    wire: OpenAiChatWire,
    whole: Whole,
    details: Vec<Map<String, Value>>,
    calls: Vec<Open>,
    done: bool,
}

/// A call that is being written.
struct Open {
    /// The server's number for it, which may be used for several calls in turn.
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    /// Whether the run was told of it, which takes a name.
    announced: bool,
}

impl Assembler {
    pub(super) fn new(wire: &OpenAiChatWire) -> Self {
        Self {
            wire: wire.clone(),
            whole: Whole::default(),
            details: Vec::new(),
            calls: Vec::new(),
            done: false,
        }
    }

    fn chunk(&mut self, data: &str, deltas: &mut Vec<Delta>) -> Result<(), ProviderError> {
        let chunk: Completion<'_> = loose::part(data)?;
        if let Some(tokens) = &chunk.usage {
            self.whole.usage = Some(Tokens::usage(tokens));
        }
        if let Some(error) = chunk.error.and_then(error::of_reply) {
            return Err(with_usage(error, self.whole.usage));
        }
        keep(&mut self.whole.id, chunk.id.0);
        keep(&mut self.whole.model, chunk.model.0);
        for choice in chunk.choices.into_iter().flatten() {
            if choice.index.unwrap_or(0) != 0 {
                continue;
            }
            keep(&mut self.whole.finish, choice.finish_reason.0);
            let Some(said) = choice.message else { continue };
            let reasoning =
                if said.reasoning.0.is_empty() { said.reasoning_content.0 } else { said.reasoning.0 };
            append(&mut self.whole.reasoning, reasoning, Delta::Reasoning, deltas);
            append(&mut self.whole.text, said.content.0, Delta::Text, deltas);
            append(&mut self.whole.refusal, said.refusal.0, Delta::Refusal, deltas);
            for detail in said.reasoning_details.into_iter().flatten() {
                self.detail(detail);
            }
            for called in said.tool_calls.into_iter().flatten() {
                self.call(called, deltas);
            }
        }
        Ok(())
    }

    /// Adds a piece of `reasoning_details`, which continues the last one if it has the same index and type.
    fn detail(&mut self, detail: &RawValue) {
        let Ok(Value::Object(piece)) = serde_json::from_str(detail.get()) else { return };
        let same = |last: &Map<String, Value>, member| last.get(member) == piece.get(member);
        match self.details.last_mut() {
            Some(last) if piece.contains_key("index") && same(last, "index") && same(last, "type") => {
                for (member, more) in piece {
                    match (last.get_mut(&member), more) {
                        (_, Value::Null) => {}
                        (Some(Value::String(text)), Value::String(more))
                            if matches!(member.as_str(), "text" | "summary" | "data") =>
                        {
                            text.push_str(&more);
                        }
                        (Some(old), new) => *old = new,
                        (None, new) => {
                            last.insert(member, new);
                        }
                    }
                }
            }
            _ => self.details.push(piece),
        }
    }

    fn call(&mut self, called: Called, deltas: &mut Vec<Delta>) {
        let Called { index, id, function } = called;
        let function = function.unwrap_or_default();
        let (id, name, arguments) = (id.0, function.name.0, function.arguments.0);
        let at = self.find(index, &id, &name, &arguments);
        let Some(open) = self.calls.get_mut(at) else { return };
        keep(&mut open.id, id);
        // Some servers repeat the name in every fragment.
        if open.name.is_empty() {
            open.name = name;
        }
        if !open.announced && !open.name.is_empty() {
            open.announced = true;
            if open.id.is_empty() {
                open.id = made_up_id(&self.whole.id, at, &open.name);
            }
            let (id, name) = (open.id.clone(), open.name.clone());
            deltas.push(Delta::ToolCall { index: at, id, name });
            if !open.arguments.is_empty() {
                deltas.push(Delta::Arguments { index: at, json: open.arguments.clone() });
            }
        }
        if !arguments.is_empty() {
            open.arguments.push_str(&arguments);
            if open.announced {
                deltas.push(Delta::Arguments { index: at, json: arguments });
            }
        }
    }

    /// The place of the call that a fragment belongs to; a new call's place if it is to none.
    ///
    /// By index if there is one, where a new id starts a new call, for some servers number each call 0;
    /// else by id, else the last call, unless that is complete and the fragment names a tool.
    fn find(&mut self, index: Option<u64>, id: &str, name: &str, arguments: &str) -> usize {
        let found = if index.is_some() {
            let found = self.calls.iter().rposition(|open| open.index == index);
            found.filter(|at| {
                let open = self.calls.get(*at);
                id.is_empty() || open.is_some_and(|open| open.id.is_empty() || open.id == id)
            })
        } else if id.is_empty() {
            let complete = |open: &Open| serde_json::from_str::<&RawValue>(&open.arguments).is_ok();
            let last = self.calls.last();
            let is_next = !name.is_empty() && !arguments.is_empty() && last.is_some_and(complete);
            self.calls.len().checked_sub(1).filter(|_| !is_next)
        } else {
            self.calls.iter().position(|open| open.id == id)
        };
        found.unwrap_or_else(|| {
            self.calls.push(Open {
                index,
                id: String::new(),
                name: String::new(),
                arguments: String::new(),
                announced: false,
            });
            self.calls.len() - 1
        })
    }
}

impl Assemble for Assembler {
    fn push(&mut self, event: &Event<'_>, deltas: &mut Vec<Delta>) -> Result<Progress, ProviderError> {
        let data = event.data.trim();
        if data.is_empty() {
            return Ok(Progress::Open);
        }
        if data == DONE {
            self.done = true;
            return Ok(Progress::Done);
        }
        self.chunk(data, deltas)?;
        Ok(Progress::Open)
    }

    fn finish(self: Box<Self>) -> Result<Response, ProviderError> {
        let Self { wire, mut whole, details, calls, done } = *self;
        if !done && whole.finish.is_empty() {
            let message = "the stream ended before the reply did";
            let error = ProviderError::new(ProviderErrorKind::Incomplete, message);
            return Err(with_usage(error, whole.usage));
        }
        whole.details = details.iter().filter_map(|detail| to_raw_value(detail).ok()).collect();
        for open in calls {
            whole.calls.push(open.id, open.name, open.arguments);
        }
        wire.response(whole)
    }
}

/// Takes a value if there is one; the last one counts.
fn keep(kept: &mut String, new: String) {
    if !new.is_empty() {
        *kept = new;
    }
}

fn append(text: &mut String, more: String, delta: fn(String) -> Delta, deltas: &mut Vec<Delta>) {
    if !more.is_empty() {
        text.push_str(&more);
        deltas.push(delta(more));
    }
}
