//! Replies in one piece.

use reqwest::Response;
use serde::Deserialize;

use crate::Failure;
use crate::wire::AssistantMessage;

#[derive(Deserialize)]
struct Reply {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: AssistantMessage,
    finish_reason: String,
}

pub(crate) async fn read(response: Response) -> Result<AssistantMessage, Failure> {
    let body = response.bytes().await?;
    let reply: Reply = serde_json::from_slice(&body)?;
    let choice = reply.choices.into_iter().next().ok_or(Failure::Empty)?;
    match choice.finish_reason.as_str() {
        "stop" | "tool_calls" => Ok(choice.message),
        _ => Err(Failure::Finish(choice.finish_reason)),
    }
}
