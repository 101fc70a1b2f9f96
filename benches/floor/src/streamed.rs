//! Replies as server-sent events.

use std::borrow::Cow;

use reqwest::Response;
use serde::Deserialize;

use crate::Failure;
use crate::wire::{AssistantMessage, FunctionCall, FunctionKind, ToolCall};

#[derive(Deserialize)]
struct Chunk<'a> {
    #[serde(borrow)]
    choices: Vec<Choice<'a>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    delta: Delta<'a>,
    finish_reason: Option<&'a str>,
}

#[derive(Deserialize)]
struct Delta<'a> {
    #[serde(borrow, default)]
    content: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    tool_calls: Vec<CallDelta<'a>>,
}

#[derive(Deserialize)]
struct CallDelta<'a> {
    index: usize,
    id: Option<&'a str>,
    #[serde(borrow)]
    function: FunctionDelta<'a>,
}

#[derive(Deserialize)]
struct FunctionDelta<'a> {
    name: Option<&'a str>,
    #[serde(borrow, default)]
    arguments: Option<Cow<'a, str>>,
}

pub(crate) async fn read(mut response: Response) -> Result<AssistantMessage, Failure> {
    let mut message = AssistantMessage::default();
    let mut finish = None;
    let mut buffer = Vec::new();
    while let Some(bytes) = response.chunk().await? {
        buffer.extend_from_slice(&bytes);
        let mut read = 0;
        while let Some(end) = buffer[read..].iter().position(|&byte| byte == b'\n') {
            let line = &buffer[read..read + end];
            read += end + 1;
            let Some(data) = line.strip_prefix(b"data: ") else { continue };
            if data == b"[DONE]" {
                return match finish.as_deref() {
                    Some("stop" | "tool_calls") => Ok(message),
                    _ => Err(Failure::Finish(finish.unwrap_or_default())),
                };
            }
            push(&mut message, &mut finish, serde_json::from_slice(data)?);
        }
        buffer.drain(..read);
    }
    Err(Failure::Empty)
}

fn push(message: &mut AssistantMessage, finish: &mut Option<String>, chunk: Chunk<'_>) {
    let Some(choice) = chunk.choices.into_iter().next() else { return };
    if let Some(reason) = choice.finish_reason {
        *finish = Some(reason.to_owned());
    }
    if let Some(text) = choice.delta.content {
        message.content.get_or_insert_default().push_str(&text);
    }
    for delta in choice.delta.tool_calls {
        if delta.index == message.tool_calls.len() {
            message.tool_calls.push(ToolCall {
                id: delta.id.unwrap_or_default().to_owned(),
                kind: FunctionKind::Function,
                function: FunctionCall {
                    name: delta.function.name.unwrap_or_default().to_owned(),
                    arguments: String::new(),
                },
            });
        }
        if let (Some(call), Some(text)) = (message.tool_calls.get_mut(delta.index), delta.function.arguments)
        {
            call.function.arguments.push_str(&text);
        }
    }
}
