//! OpenAI's Chat Completions, and the servers that speak its format.

mod content;
mod error;
mod finish;
mod message;
mod reply;
mod request;
mod stream;
mod tools;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::body::Scope;
use super::dialect::Dialect;
#[cfg(feature = "http")]
use super::http::Http;
use super::wire::{Assemble, Endpoint, Wire};
use super::{ProviderError, SchemaPlan};
use crate::message::Origin;
use crate::model::{Capabilities, Request, Response};

/// A model behind OpenAI's Chat Completions or a server that speaks its format.
///
/// ```
/// use agentkit::provider::{Dialect, OpenAiChat};
///
/// // The key from OPENAI_API_KEY, and the base URL from OPENAI_BASE_URL if that is set.
/// let openai = OpenAiChat::new("gpt-5.2").from_env();
/// // A server on this machine.
/// let local = OpenAiChat::new("qwen3:4b").dialect(Dialect::ollama());
/// ```
///
/// For OpenAI's own reasoning models prefer `OpenAiResponses`: from GPT-5.4 on, this format takes tools only
/// with effort switched off, and reasoning is lost between turns.
#[cfg(feature = "http")]
pub type OpenAiChat = Http<OpenAiChatWire>;

#[cfg(feature = "http")]
impl OpenAiChat {
    /// The model of this name, in OpenAI's own dialect.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        Self::over(OpenAiChatWire::new(model, Dialect::openai()))
    }

    /// Speaks another server's dialect.
    pub fn dialect(self, dialect: Dialect) -> Self {
        self.map_wire(|wire| wire.with_dialect(dialect))
    }

    /// See [`OpenAiChatWire::with_capabilities`].
    pub fn with_capabilities(self, change: impl FnOnce(&mut Capabilities)) -> Self {
        self.map_wire(|wire| wire.with_capabilities(change))
    }
}

/// The Chat Completions format in a server's [`Dialect`].
///
/// # What is sent
///
/// `POST /chat/completions`. Sources are the types of openai-python 3.57.0 in `types/chat`
/// (`completion_create_params.py` where none is named) unless another is named.
///
/// | member | from | source |
/// |---|---|---|
/// | `model` | the constructor | |
/// | `messages[].role` = `system`, `developer` or `user`, `.content` | `Request::instructions`, by [`Dialect::system_role`] | `chat_completion_system_message_param.py`, `chat_completion_developer_message_param.py` |
/// | `messages[].role` = `user`, `.content` | user messages, and the run's note after results | `chat_completion_user_message_param.py` |
/// | content `text`; `image_url.url`; `input_audio.data`, `.format`; `file.file_data`, `.filename` | `Part` | `chat_completion_content_part_param.py` |
/// | `messages[].role` = `assistant`, `.content`, `.refusal`, `.tool_calls[].id`, `.type`, `.function.name`, `.function.arguments` | assistant messages | `chat_completion_assistant_message_param.py` |
/// | `messages[].reasoning`, `.reasoning_content`, `.reasoning_details` | reasoning of the same provider, by [`Dialect::reasoning_replay`] | the servers' own documentation |
/// | `messages[].role` = `tool`, `.tool_call_id`, `.content` | results, one message each, in call order | `chat_completion_tool_message_param.py` |
/// | `tools[].type`, `.function.name`, `.description`, `.parameters`, `.strict` | `Request::tools`; `strict` where the schema provably fits | `chat_completion_function_tool_param.py` |
/// | `tool_choice` | `Request::tool_choice`, unless it is `Auto` | `chat_completion_tool_choice_option_param.py` |
/// | `parallel_tool_calls` | `Settings::parallel_tool_calls`, with tools, where there is such a switch | |
/// | `response_format.type`, `.json_schema.name`, `.description`, `.schema`, `.strict` | `Request::response_format` | `types/shared_params/response_format_json_schema.py` |
/// | `structured_outputs.json`, `json_schema` | `Request::response_format` under a grammar, by [`Dialect::grammar`] | vLLM's and llama.cpp's documentation |
/// | `max_completion_tokens` or `max_tokens` | `Settings::max_tokens`, by [`Dialect::max_tokens`] | |
/// | `temperature`, `top_p`, `stop` | `Settings` | |
/// | `seed` or `random_seed` | `Settings::seed`, by [`Dialect::seed`] | Mistral's documentation |
/// | `reasoning_effort` or `reasoning.effort` | `Settings::effort`, by [`Dialect::effort`] and [`Dialect::families`] | `types/shared/reasoning_effort.py`; `OpenRouter`'s documentation |
/// | `stream`, `stream_options.include_usage` | `Provider::stream` | `chat_completion_stream_options_param.py` |
/// | `provider.require_parameters` | `OpenRouter` only | `OpenRouter`'s documentation |
/// | anything | [`Dialect::extra`], `Settings::extra` | |
///
/// # What is kept for the way back
///
/// A reasoning part's replay is the array `reasoning_details` as `OpenRouter` sent it; other servers' reasoning
/// is text. It goes back to the same kind of server and the same model only.
#[derive(Clone, Debug)]
pub struct OpenAiChatWire {
    origin: Origin,
    dialect: Arc<Dialect>,
    capabilities: Arc<Capabilities>,
    /// Whether a user has changed what the model takes, which then counts for more than its family.
    overridden: bool,
    /// Tells what was written for this wire from what was written for another.
    id: u64,
}

/// The next [`OpenAiChatWire::id`].
static NEXT: AtomicU64 = AtomicU64::new(0);

impl OpenAiChatWire {
    /// The model of this name behind a server of this dialect.
    pub fn new(model: impl Into<Arc<str>>, dialect: Dialect) -> Self {
        let model = model.into();
        Self {
            origin: Origin { provider: dialect.name.as_ref().into(), model: Arc::clone(&model) },
            capabilities: Arc::new(dialect.capabilities_of(&model)),
            dialect: Arc::new(dialect),
            overridden: false,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The same in another dialect, with what that says of the model.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self::new(self.origin.model, dialect)
    }

    /// Changes what the model takes, from what the dialect says. What its family says of tools and sampling
    /// is then left to the server.
    #[must_use]
    pub fn with_capabilities(mut self, change: impl FnOnce(&mut Capabilities)) -> Self {
        change(Arc::make_mut(&mut self.capabilities));
        self.overridden = true;
        self.id = NEXT.fetch_add(1, Ordering::Relaxed);
        self
    }

    fn scope(&self, flags: u64) -> Scope {
        Scope {
            provider: "chat",
            model: Arc::clone(&self.origin.model),
            flags: self.id.wrapping_mul(8).wrapping_add(flags),
        }
    }
}

impl Wire for OpenAiChatWire {
    fn name(&self) -> &str {
        &self.origin.provider
    }

    fn model(&self) -> &str {
        &self.origin.model
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::clone(&self.capabilities)
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.check_options(request)?;
        self.check_schemas(request)?;
        request.messages.messages().iter().try_for_each(|message| self.check_message(message))
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        self.planned(request)
    }

    fn endpoint(&self) -> Endpoint {
        self.dialect.endpoint.clone()
    }

    fn path(&self, _stream: bool) -> String {
        self.dialect.path.clone().into_owned()
    }

    fn encode(&self, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError> {
        self.check_options(request)?;
        self.body(request, stream)
    }

    fn decode(&self, body: &[u8]) -> Result<Response, ProviderError> {
        self.read(body)
    }

    fn decode_error(&self, status: u16, body: &[u8]) -> ProviderError {
        error::of_status(status, body)
    }

    fn recover(&self, status: u16, body: &[u8]) -> Option<Response> {
        self.invalid_call(status, body)
    }

    fn max_retries(&self, error: &ProviderError) -> u32 {
        match error.status() {
            Some(500..) => self.dialect.server_error_retries,
            _ => u32::MAX,
        }
    }

    fn assembler(&self) -> Box<dyn Assemble> {
        Box::new(stream::Assembler::new(self))
    }
}
