//! OpenAI's Responses API; other servers that speak it (vLLM, Ollama, DeepSeek) are reached by
//! another base URL.
//!
//! What a model takes is looked up by the beginning of its name in one table; for a name that the table does
//! not know, efforts are passed on. Every entry can be overridden here.
//!
//! # What is sent
//!
//! `POST /responses` at `https://api.openai.com/v1`, with the key as `Authorization: Bearer`; sources are the files of openai-python 3.57.0, unless another is named.
//!
//! | member | from | source |
//! |---|---|---|
//! | `model` | [`new`](OpenAiResponsesWire::new) | `types/responses/response_create_params.py` |
//! | `stream` | `Provider::stream` | `types/responses/response_create_params.py` |
//! | `instructions` | `Request::instructions` | `types/responses/response_create_params.py` |
//! | `tools[].type`, `.name`, `.description`, `.parameters`, `.strict` | `Request::tools`; `strict` is always said, for the API tries to change the schema where it is not | `types/responses/function_tool_param.py`, function calling guide |
//! | `tool_choice` | `Request::tool_choice` | `types/responses/tool_choice_options.py`, `tool_choice_function_param.py` |
//! | `parallel_tool_calls` | `Settings::parallel_tool_calls`, with tools | `types/responses/response_create_params.py` |
//! | `text.format.type`, `.name`, `.schema`, `.strict`, `.description` | `Request::response_format` | `types/responses/response_format_text_json_schema_config_param.py` |
//! | `reasoning.effort` | `Settings::effort`: `none`, `low`, `medium`, `high`; `xhigh` for `Max` where there is one | `types/shared_params/reasoning.py` |
//! | `reasoning.summary` | [`summary`](OpenAiResponsesWire::summary) | `types/shared_params/reasoning.py` |
//! | `store` = `false` | [`store`](OpenAiResponsesWire::store) | `types/responses/response_create_params.py` |
//! | `include` = `["reasoning.encrypted_content"]` | without `store`, on OpenAI's models that reason | `types/responses/response_includable.py`, reasoning guide |
//! | `max_output_tokens`, `temperature`, `top_p` | `Settings` | `types/responses/response_create_params.py` |
//! | `input[]` of type `message` with `role`, `content` | `Request::messages` | `types/responses/response_input_param.py` |
//! | content `input_text.text`, `input_image.image_url`, `.detail` = `auto`, `input_file.file_data`, `.file_url`, `.filename` | `Part` | `types/responses/response_input_image_param.py`, `response_input_file_param.py` |
//! | `input[]` of type `function_call` with `call_id`, `name`, `arguments` | calls of other models | `types/responses/response_function_tool_call_param.py` |
//! | `input[]` of type `function_call_output` with `call_id`, `output` | results, in call order, the run's note after them | `types/responses/response_input_param.py` |
//!
//! `seed` and `stop` are refused: the API has neither.
//!
//! # What is kept for the way back
//!
//! Every output item goes back as it came, so that reasoning stays with what it led to: a text, reasoning or
//! call part's replay is its whole item, any other item is [`Opaque`](crate::message::AssistantPart::Opaque).
//! A message item with a refusal is opaque too, followed by its words; a text beside them has the replay
//! `null`, for its item has gone before. A message whose `phase` is `commentary` is no answer, and is read as
//! reasoning. Items go back to the model that wrote them only; for another model a message is its text and
//! calls.

#[cfg(feature = "http")]
mod client;
mod error;
mod items;
mod models;
mod request;
mod response;
mod stream;

use std::sync::Arc;

use super::body::Scope;
use super::wire::{Assemble, Endpoint, Wire};
use super::{ProviderError, SchemaPlan};
use crate::message::Origin;
use crate::model::{Capabilities, Request, Response};

#[cfg(feature = "http")]
pub use client::OpenAiResponses;
pub use models::Reasoning;

/// The provider's kind.
const NAME: &str = "openai-responses";

/// OpenAI's Responses API as a wire format; [`OpenAiResponses`] carries it over HTTP.
#[derive(Clone, Debug)]
pub struct OpenAiResponsesWire {
    model: Arc<str>,
    store: bool,
    encrypted: bool,
    reasoning: Reasoning,
    summary: Option<Arc<str>>,
    capabilities: Capabilities,
}

impl OpenAiResponsesWire {
    /// The model of this name, such as `gpt-5.6`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        let model = model.into();
        let family = models::of(&model);
        Self {
            store: false,
            encrypted: family.encrypted,
            reasoning: family.reasoning,
            summary: None,
            capabilities: models::capabilities(family),
            model,
        }
    }

    /// Has OpenAI keep the replies (for 30 days or more), instead of nothing. The conversation is sent in full
    /// all the same.
    #[must_use]
    pub fn store(mut self, store: bool) -> Self {
        self.store = store;
        self
    }

    /// Says whether to ask for encrypted reasoning where replies are not kept, instead of what the table says.
    #[must_use]
    pub fn encrypted_reasoning(mut self, ask: bool) -> Self {
        self.encrypted = ask;
        self
    }

    /// Sets which efforts the model takes, instead of what the table says.
    #[must_use]
    pub fn reasoning(mut self, reasoning: Reasoning) -> Self {
        self.reasoning = reasoning;
        self
    }

    /// Asks for summaries of the reasoning: `auto`, `concise` or `detailed`.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<Arc<str>>) -> Self {
        self.summary = Some(summary.into());
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

impl Wire for OpenAiResponsesWire {
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
        request::plan(self, request)
    }

    fn endpoint(&self) -> Endpoint {
        Endpoint::new("https://api.openai.com/v1", "OPENAI_API_KEY").base_url_variable("OPENAI_BASE_URL")
    }

    fn path(&self, _stream: bool) -> String {
        "/responses".to_owned()
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
