//! Google's Gemini API, `generateContent`.
//!
//! What a model takes is looked up by the beginning of its name in one table; a name that the table does not
//! know is taken for one of the newest models. Every entry can be overridden here.
//!
//! # What is sent
//!
//! `POST /v1beta/models/{model}:generateContent`, or `:streamGenerateContent?alt=sse`, at
//! `https://generativelanguage.googleapis.com`, with the key as `x-goog-api-key`; sources are the files of
//! google-genai 3.6.1, unless another is named.
//!
//! | member | from | source |
//! |---|---|---|
//! | `systemInstruction.parts[].text` | `Request::instructions` | `types.py` `GenerateContentConfig` |
//! | `contents[].role`, `.parts` | `Request::messages` | `types.py` `Content` |
//! | part `text` | text, and a turn's note after its results | `types.py` `Part` |
//! | part `inlineData.mimeType`, `.data`; `fileData.mimeType`, `.fileUri` | `Media` | `types.py` `Blob`, `FileData` |
//! | part `thought`, `thoughtSignature` | reasoning and signatures, on the part they came with | `types.py` `Part`, thought signatures guide |
//! | `thoughtSignature` = `skip_thought_signature_validator` | the first call of a message that another model wrote, where the model insists on signatures | thought signatures guide |
//! | part `functionCall.name`, `.args`, `.id` | calls; an id only if the server gave one | `types.py` `FunctionCall` |
//! | part `functionResponse.name`, `.response`, `.id` | results, all of a turn in one content in call order, as `{"output": …}` or `{"error": …}` | `types.py` `FunctionResponse` |
//! | `tools[].functionDeclarations[].name`, `.description`, `.parametersJsonSchema` | `Request::tools` | `types.py` `FunctionDeclaration` |
//! | `toolConfig.functionCallingConfig.mode`, `.allowedFunctionNames` | `Request::tool_choice`: `ANY` for `Required` and `Named`, `NONE`, else `VALIDATED` (a free choice, but calls are held to their schema) with `ToolConstraint::Strict` on models that have it, else `AUTO` | `types.py` `FunctionCallingConfigMode`; pydantic-ai `models/google.py` defaults to `VALIDATED` too |
//! | `generationConfig.temperature`, `.topP`, `.seed`, `.maxOutputTokens`, `.stopSequences` | `Settings` | `types.py` `GenerationConfig` |
//! | `generationConfig.responseMimeType`, `.responseJsonSchema` | `Request::response_format` | `types.py` `GenerationConfig` |
//! | `generationConfig.thinkingConfig.thinkingBudget` | `Settings::effort` on 2.5: 0, 1 024, 8 192, 16 384 or the model's largest | `types.py` `ThinkingConfig`, thinking guide |
//! | `generationConfig.thinkingConfig.thinkingLevel` | `Settings::effort` on 3 and later: `LOW`, `MEDIUM`, `HIGH` | `types.py` `ThinkingConfig`, thinking guide |
//! | `generationConfig.thinkingConfig.includeThoughts` | [`include_thoughts`](GeminiWire::include_thoughts) | `types.py` `ThinkingConfig` |
//!
//! # What is kept for the way back
//!
//! The replay of a text, a reasoning part or a call is its signature as a JSON string; unsigned texts that
//! follow each other are joined, signed ones never, and a signed text is kept if it is empty. Every other part
//! is [`Opaque`](crate::message::AssistantPart::Opaque), as it came. All of it goes back to the model that
//! wrote it only. A call without an id gets one that begins with `local_` and is not sent. Arguments are an
//! object on the wire: text that is not one goes back as `{"INVALID_JSON": "…"}`.

#[cfg(feature = "http")]
mod client;
mod error;
mod models;
mod request;
mod response;
mod tools;

use std::fmt::Write;
use std::sync::Arc;

use super::body::Scope;
use super::wire::{Assemble, Auth, Endpoint, Wire};
use super::{ProviderError, SchemaPlan};
use crate::message::Origin;
use crate::model::{Capabilities, Request, Response};

#[cfg(feature = "http")]
pub use client::Gemini;
pub use models::Thinking;

/// The provider's kind.
const NAME: &str = "gemini";

/// Google's Gemini API as a wire format; [`Gemini`] carries it over HTTP.
#[derive(Clone, Debug)]
pub struct GeminiWire {
    model: Arc<str>,
    thinking: Thinking,
    include_thoughts: bool,
    signatures: bool,
    capabilities: Capabilities,
}

impl GeminiWire {
    /// The model of this name, such as `gemini-3-pro-preview`.
    pub fn new(model: impl Into<Arc<str>>) -> Self {
        let model = model.into();
        let family = models::of(&model);
        Self {
            thinking: family.thinking,
            include_thoughts: false,
            signatures: family.signatures,
            capabilities: models::capabilities(family),
            model,
        }
    }

    /// Sets how the model is told to think, instead of what the table says.
    #[must_use]
    pub fn thinking(mut self, thinking: Thinking) -> Self {
        self.thinking = thinking;
        self
    }

    /// Asks for summaries of the model's thoughts.
    #[must_use]
    pub fn include_thoughts(mut self, include: bool) -> Self {
        self.include_thoughts = include;
        self
    }

    /// Says whether the model insists on thought signatures, instead of what the table says.
    #[must_use]
    pub fn signatures(mut self, insists: bool) -> Self {
        self.signatures = insists;
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

impl Wire for GeminiWire {
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
        Endpoint::new("https://generativelanguage.googleapis.com", "GEMINI_API_KEY")
            .base_url_variable("GOOGLE_GEMINI_BASE_URL")
            .auth(Auth::Header("x-goog-api-key".into()))
    }

    fn path(&self, stream: bool) -> String {
        // A tuned model's name has its own collection: `tunedModels/…`.
        let mut path = String::from(if self.model.contains('/') { "/v1beta/" } else { "/v1beta/models/" });
        for byte in self.model.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
                path.push(char::from(byte));
            } else {
                let _ = write!(path, "%{byte:02X}");
            }
        }
        path.push_str(if stream { ":streamGenerateContent?alt=sse" } else { ":generateContent" });
        path
    }

    fn encode(&self, request: &Request, _stream: bool) -> Result<Vec<u8>, ProviderError> {
        request::encode(self, request)
    }

    fn decode(&self, body: &[u8]) -> Result<Response, ProviderError> {
        response::decode(self.origin(), body)
    }

    fn decode_error(&self, status: u16, body: &[u8]) -> ProviderError {
        error::decode(status, body)
    }

    fn assembler(&self) -> Box<dyn Assemble> {
        Box::new(response::Assembler::new(self.origin()))
    }
}
