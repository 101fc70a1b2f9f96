//! What a reply is normalised by, in one piece or in many.

use std::collections::HashSet;

use serde_json::value::RawValue;

use crate::message::ToolCall;
use crate::model::FinishReason;

/// Why the model stopped. That it wants tools called is told by the calls, since servers say `stop` there too.
pub(super) fn reason(word: &str, has_calls: bool, refused: bool, text: &str) -> FinishReason {
    match word {
        "length" => FinishReason::Length,
        "model_length" => FinishReason::ContextWindow,
        "content_filter" => FinishReason::ContentFilter,
        _ if has_calls => FinishReason::ToolCalls,
        _ if refused => FinishReason::Refusal,
        // A call that the server could not read, in the place of the calls it speaks of.
        "tool_calls" | "function_call" if text.trim().is_empty() => FinishReason::MalformedToolCall,
        "" | "stop" | "eos" | "tool_calls" | "function_call" => FinishReason::Stop,
        other => FinishReason::Other(other.to_owned()),
    }
}

/// The calls of a reply.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<ToolCall>);

impl Calls {
    pub(super) fn push(&mut self, id: String, name: String, arguments: String) {
        self.0.push(ToolCall::new(id, name, arguments));
    }

    /// The calls, each with an id of its own and arguments: missing and repeated ids are made up from
    /// `reply` and the call's place, so that a stream gives the same as a whole reply.
    pub(super) fn finish(self, reply: &str) -> Vec<ToolCall> {
        let mut calls = self.0;
        let mut seen = HashSet::with_capacity(if calls.len() > 1 { calls.len() } else { 0 });
        let many = calls.len() > 1;
        for (at, call) in calls.iter_mut().enumerate() {
            if call.id.is_empty() || (many && seen.contains(&call.id)) {
                call.id = made_up_id(reply, at, &call.name);
            }
            if many {
                seen.insert(call.id.clone());
            }
            if call.arguments.trim().is_empty() {
                "{}".clone_into(&mut call.arguments);
            }
        }
        calls
    }
}

/// An id for a call that came without one.
pub(super) fn made_up_id(reply: &str, at: usize, name: &str) -> String {
    format!("call_{:016x}", hash([reply.as_bytes(), &at.to_le_bytes(), name.as_bytes()]))
}

/// An id as nine letters and digits.
pub(super) fn short_id(id: &str) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut rest = hash([id.as_bytes()]);
    let mut short = String::with_capacity(9);
    for _ in 0..9 {
        let digit = usize::try_from(rest % 36).unwrap_or(0);
        short.push(DIGITS.get(digit).copied().map_or('0', char::from));
        rest /= 36;
    }
    short
}

/// FNV-1a, 64 bits: stable over releases and platforms, as ids in recordings have to be.
fn hash<const N: usize>(parts: [&[u8]; N]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        for byte in part.iter().chain(&[0xff]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

/// Reasoning details as one array.
pub(super) fn details(details: &[Box<RawValue>]) -> Option<String> {
    let texts: Vec<_> = details.iter().map(|detail| detail.get()).collect();
    (!texts.is_empty()).then(|| format!("[{}]", texts.join(",")))
}

/// Moves a leading `<think>…</think>` from the text to the reasoning.
pub(super) fn split_thinking(text: &mut String, reasoning: &mut String) {
    let start = text.trim_start();
    let Some(inner) = start.strip_prefix("<think>") else { return };
    let (thought, answer) = inner.split_once("</think>").unwrap_or((inner, ""));
    reasoning.push_str(thought.trim());
    *text = answer.trim_start().to_owned();
}
