//! A scripted reply as it would stream.

use std::future::poll_fn;
use std::ops::Range;
use std::task::Poll;

use futures_util::{StreamExt, stream};

use crate::message::AssistantPart;
use crate::model::{Delta, Response};
use crate::provider::ResponseStream;

/// The bytes of a piece, at least; about what a token is.
const PIECE: usize = 6;

/// Streams a reply in pieces of a few characters.
pub(super) fn stream(response: Response) -> ResponseStream {
    let mut deltas = Vec::new();
    let mut calls = 0;
    for part in &response.message.parts {
        match part {
            AssistantPart::Text(text) => deltas.extend(pieces(&text.text).map(Delta::Text)),
            AssistantPart::Reasoning(reasoning) => {
                deltas.extend(pieces(&reasoning.text).map(Delta::Reasoning));
            }
            AssistantPart::Refusal(text) => deltas.extend(pieces(text).map(Delta::Refusal)),
            AssistantPart::ToolCall(call) => {
                let index = calls;
                calls += 1;
                deltas.push(Delta::ToolCall { index, id: call.id.clone(), name: call.name.clone() });
                deltas.extend(pieces(&call.arguments).map(|json| Delta::Arguments { index, json }));
            }
            _ => {}
        }
    }
    deltas.push(Delta::Done(Box::new(response)));
    // One piece a turn of the executor, as if each came over a wire.
    ResponseStream::new(stream::iter(deltas).then(|delta| async {
        yield_now().await;
        Ok(delta)
    }))
}

/// Lets others run once.
async fn yield_now() {
    let mut yielded = false;
    poll_fn(|task| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        task.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The text in pieces that end between characters.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let mut rest: Range<usize> = 0..text.len();
    std::iter::from_fn(move || {
        let start = rest.start;
        let mut end = start.saturating_add(PIECE).min(rest.end);
        while !text.is_char_boundary(end) {
            end += 1;
        }
        rest.start = end;
        (start < end).then(|| text.get(start..end).unwrap_or_default().to_owned())
    })
}
