//! Anthropic's Messages API.
//!
//! What a model takes is looked up by the beginning of its name in one table; a name that the table does not
//! know is taken for one of the newest models, which refuse the most. Every entry can be overridden here.
//!
//! # What is sent
//!
//! `POST /v1/messages` at `https://api.anthropic.com`, with the key as `x-api-key`; sources are the files of anthropic-sdk-python 2.14.0, unless another is named.
//!
//! | member | from | source |
//! |---|---|---|
//! | header `anthropic-version` | [`version`](AnthropicWire::version), else `2023-06-01` | `_constants.py` |
//! | header `anthropic-beta` | [`beta`](AnthropicWire::beta) | `types/anthropic_beta_param.py` |
//! | `model` | [`new`](AnthropicWire::new) | `types/message_create_params.py` |
//! | `max_tokens` | `Settings::max_tokens`, else [`max_tokens`](AnthropicWire::max_tokens), else 20 000 for models that think as they see fit and 8 192 (4 096 for Claude 3) for others, plus the thinking budget | `types/message_create_params.py`: required |
//! | `stream` | `Provider::stream` | `types/message_create_params.py` |
//! | `system` | `Request::instructions`, as one text block | `types/message_create_params.py` |
//! | `tools[].name`, `.description`, `.input_schema` | `Request::tools` | `types/tool_param.py` |
//! | `tools[].strict` | `ToolConstraint::Strict` and a schema that fits | `types/tool_param.py`, structured outputs guide |
//! | `tool_choice.type`, `.name` | `Request::tool_choice` | `types/tool_choice_param.py` |
//! | `tool_choice.disable_parallel_tool_use` | `Settings::parallel_tool_calls` = `false` | `types/tool_choice_auto_param.py` |
//! | `thinking.type`, `.budget_tokens` | `Settings::effort`: `disabled` for `Off`; else `adaptive`, or `enabled` with 2 048, 8 192, 16 384, 23 808 tokens, as the model has it | `types/thinking_config_param.py` |
//! | `output_config.effort` | `Settings::effort`: `low`, `medium`, `high`, `max` (`high` where that is the most) | `types/output_config_param.py` |
//! | `output_config.format` | `Request::response_format` | `types/output_config_param.py` |
//! | `temperature`, `top_p`, `stop_sequences` | `Settings` | `types/message_create_params.py` |
//! | `cache_control` on the request, and on `system` (or else on the last tool) | `Settings::prompt_cache` | `types/cache_control_ephemeral_param.py`, prompt caching guide |
//! | `messages[].role`, `.content` | `Request::messages` | `types/message_param.py` |
//! | block `text` with `.citations` | text; citations only as they came | `types/text_block_param.py` |
//! | block `image`, `document` with `.source` (`base64` with `media_type` and `data`, or `url`), `.title` | `Media` | `types/image_block_param.py`, `types/document_block_param.py` |
//! | block `thinking` with `.signature`, `redacted_thinking` with `.data` | reasoning, untouched and where it stood | `types/thinking_block_param.py` |
//! | block `tool_use` with `.id`, `.name`, `.input`, `.caller` | calls | `types/tool_use_block_param.py` |
//! | block `tool_result` with `.tool_use_id`, `.content`, `.is_error` | results, all of a turn in one message, the run's note after them | `types/tool_result_block_param.py` |
//!
//! # What is kept for the way back
//!
//! A [`Reasoning`](crate::message::AssistantPart::Reasoning) part's replay is its signature as a JSON string;
//! a text's is its citations; a call's is its `caller`; every other block is
//! [`Opaque`](crate::message::AssistantPart::Opaque), as it came. All of it goes back to the model that wrote it
//! only; for another model a message is its text and calls. Arguments are an object on the wire: text that is
//! not one goes back as `{"INVALID_JSON": "…"}`.

mod blocks;
#[cfg(feature = "http")]
mod client;
mod error;
mod models;
mod request;
mod response;
mod stream;
mod tools;

use std::sync::Arc;

use super::body::Scope;
use super::wire::{Assemble, Auth, Endpoint, Wire};
use super::{ProviderError, SchemaPlan};
use crate::message::Origin;
use crate::model::{Capabilities, Request, Response};

#[cfg(feature = "http")]
pub use client::Anthropic;
pub use models::{EffortScale, Thinking};

/// The provider's kind.
const NAME: &str = "anthropic";
/// The default of the header `anthropic-version`.
const VERSION: &str = "2023-06-01";

/// Anthropic's Messages API as a wire format; [`Anthropic`] carries it over HTTP.
#[derive(Clone, Debug)]
pub struct AnthropicWire {
    model: Arc<str>,
    version: Arc<str>,
    betas: Vec<Arc<str>>,
    max_tokens: u32,
    thinking: Thinking,
    effort_scale: EffortScale,
    capabilities: Capabilities,
}

impl AnthropicWire {
    /// The model of this name, such as `claude-opus-4-8`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        let model = model.into();
        let family = models::of(&model);
        Self {
            version: VERSION.into(),
            betas: Vec::new(),
            max_tokens: family.max_tokens,
            thinking: family.thinking,
            effort_scale: family.effort,
            capabilities: models::capabilities(family),
            model,
        }
    }

    /// Sets the header `anthropic-version`. From `2026-10-21` on, sampling parameters are refused.
    #[must_use]
    pub fn version(mut self, version: impl Into<Arc<str>>) -> Self {
        self.version = version.into();
        self
    }

    /// Adds a name to the header `anthropic-beta`.
    #[must_use]
    pub fn beta(mut self, beta: impl Into<Arc<str>>) -> Self {
        self.betas.push(beta.into());
        self
    }

    /// Sets `max_tokens` for requests that set none. A thinking budget is added to it.
    #[must_use]
    pub fn max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = max_tokens;
        self
    }

    /// Sets how the model thinks, and which efforts it knows, instead of what the table says.
    #[must_use]
    pub fn thinking(mut self, thinking: Thinking, scale: EffortScale) -> Self {
        self.thinking = thinking;
        self.effort_scale = scale;
        self
    }

    /// Sets what the model takes, instead of what the table says.
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    fn origin(&self) -> Origin {
        Origin { provider: NAME.into(), model: Arc::clone(&self.model) }
    }

    fn scope(&self, flags: u64) -> Scope {
        Scope { provider: NAME, model: Arc::clone(&self.model), flags }
    }
}

impl Wire for AnthropicWire {
    fn name(&self) -> &str {
        NAME
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.clone()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        request::check(self, request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        tools::plan(self, request)
    }

    fn endpoint(&self) -> Endpoint {
        Endpoint::new("https://api.anthropic.com", "ANTHROPIC_API_KEY")
            .base_url_variable("ANTHROPIC_BASE_URL")
            .auth(Auth::Header("x-api-key".into()))
    }

    fn path(&self, _stream: bool) -> String {
        "/v1/messages".to_owned()
    }

    fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = vec![("anthropic-version", self.version.to_string())];
        if !self.betas.is_empty() {
            headers.push(("anthropic-beta", self.betas.join(",")));
        }
        headers
    }

    fn encode(&self, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError> {
        request::encode(self, request, stream)
    }

    fn decode(&self, body: &[u8]) -> Result<Response, ProviderError> {
        response::decode(self.origin(), body)
    }

    fn decode_error(&self, status: u16, body: &[u8]) -> ProviderError {
        error::decode(status, body)
    }

    fn assembler(&self) -> Box<dyn Assemble> {
        Box::new(stream::Assembler::new(self.origin()))
    }
}
