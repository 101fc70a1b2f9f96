//! What an agent is, without its types: all that stays the same from run to run.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::budget::Limits;
use super::hooks::DynHooks;
use super::offer::{DocumentForm, Offer};
use super::window::Window;
use crate::decode::{Options, Schema};
use crate::message::{Origin, ToolCall};
use crate::model::Request;
use crate::provider::DynProvider;
use crate::tool::Tool;

/// An agent, without its types.
pub(crate) struct Core {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) provider: Arc<dyn DynProvider>,
    pub(crate) origin: Origin,
    /// The request that each run starts from; its conversation is empty.
    pub(crate) request: Request,
    /// What the last call offers, once the turns have run out.
    pub(crate) last: Offer,
    pub(crate) tools: Vec<Tool>,
    pub(crate) answer: AnswerForm,
    /// What each name on offer stands for.
    pub(crate) index: HashMap<Arc<str>, Slot>,
    /// How answers and arguments are decoded.
    pub(crate) decoding: Options,
    /// The schemas of the output's choices.
    pub(crate) schemas: Vec<Schema>,
    pub(crate) bounds: Bounds,
    /// What one run may spend.
    pub(crate) limits: Limits,
    pub(crate) hooks: Vec<Box<dyn DynHooks>>,
    /// Which calls need approval, beside those of tools that always do.
    pub(crate) approval: Option<Box<ApprovalPolicy>>,
    pub(crate) window: Option<Window>,
}

/// Which calls need approval.
pub(crate) type ApprovalPolicy = dyn Fn(&ToolCall) -> bool + Send + Sync;

/// What a name on offer stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// The tool at this place of [`Core::tools`].
    Tool(usize),
    /// The choice at this place of the output's shape.
    Stop(usize),
}

/// How the model gives its answer.
#[derive(Debug)]
pub(crate) enum AnswerForm {
    /// In plain text.
    Text,
    /// In text that is one JSON document.
    Document(DocumentForm),
    /// By a call of one of these stop tools, one a choice.
    Stops(Vec<Arc<str>>),
}

/// What bounds an agent's runs by itself.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    pub(crate) turns: u32,
    pub(crate) tool_retries: u32,
    pub(crate) output_retries: u32,
    pub(crate) reply_retries: u32,
    pub(crate) tool_timeout: Duration,
    pub(crate) tool_concurrency: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            turns: 50,
            tool_retries: 3,
            output_retries: 3,
            reply_retries: 2,
            tool_timeout: Duration::from_mins(5),
            tool_concurrency: 16,
        }
    }
}
