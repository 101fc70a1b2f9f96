//! One reply of a model.

use serde::{Deserialize, Serialize};

use super::{FinishReason, Usage};
use crate::message::AssistantMessage;

/// What a provider answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Response {
    /// What the model said.
    pub message: AssistantMessage,
    /// Why it stopped.
    pub finish: FinishReason,
    /// What it used, unless the provider did not say.
    pub usage: Option<Usage>,
    /// The model as the provider names it in the reply.
    pub model: Option<String>,
    /// The reply's id.
    pub id: Option<String>,
    /// The request's id in the provider's logs.
    pub request_id: Option<String>,
    /// How often the request was sent again before it was answered.
    pub retries: u32,
}

impl Response {
    /// A reply; everything else is unset.
    pub fn new(message: AssistantMessage, finish: FinishReason, usage: Option<Usage>) -> Self {
        Self { message, finish, usage, model: None, id: None, request_id: None, retries: 0 }
    }
}

/// A piece of a reply as it streams in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Delta {
    /// More of the answer's text.
    Text(String),
    /// More of the reasoning.
    Reasoning(String),
    /// More of the words in which the model declines.
    Refusal(String),
    /// A call has begun. `index` tells the calls of a reply apart, from 0.
    ToolCall {
        /// The call's place in the reply.
        index: usize,
        /// Its id.
        id: String,
        /// The tool's name.
        name: String,
    },
    /// More of a call's arguments.
    Arguments {
        /// The call's place in the reply.
        index: usize,
        /// The next piece of its JSON text.
        json: String,
    },
    /// The reply is whole. Nothing follows.
    Done(Box<Response>),
}
