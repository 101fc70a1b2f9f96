//! The dialects that are known. Each fact is from the server's own documentation or from recorded traffic.

use std::borrow::Cow;

use serde_json::json;

use super::family::OPENAI;
use super::{Dialect, EffortField, EffortScale, Grammar, MaxTokens, NamedChoice, ReasoningReplay};
use crate::model::{Capabilities, NativeOutput};
use crate::provider::wire::{Auth, Endpoint};

impl Dialect {
    fn known(name: &'static str, endpoint: Endpoint) -> Self {
        Self { endpoint, ..Self::compatible(name, "") }
    }

    /// OpenAI (`OPENAI_API_KEY`, `OPENAI_BASE_URL`), with what is particular to its families of models.
    ///
    /// From GPT-5.4 on, tools go with effort switched off only, and some models take none in this format:
    /// that is refused before sending; use `OpenAiResponses` for them.
    pub fn openai() -> Self {
        let endpoint =
            Endpoint::new("https://api.openai.com/v1", "OPENAI_API_KEY").base_url_variable("OPENAI_BASE_URL");
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                strict_tools: true,
                native_output: NativeOutput::Yes,
                images: true,
                documents: true,
                streaming: true,
                ..Capabilities::default()
            },
            max_tokens: MaxTokens::MaxCompletionTokens,
            image_urls: true,
            refusal_field: true,
            any_arguments: true,
            effort: EffortScale::LOW_TO_HIGH,
            families: Cow::Borrowed(OPENAI),
            ..Self::known("openai", endpoint)
        }
    }

    /// Azure OpenAI's v1 API (`AZURE_OPENAI_API_KEY`); the base URL is `ENDPOINT/openai/v1`.
    ///
    /// The model is a deployment's name, from which nothing is concluded. For the older form see
    /// [`Dialect::azure_deployment`]; for an Entra token set [`Endpoint::auth`] to [`Auth::Bearer`].
    pub fn azure() -> Self {
        let endpoint = Endpoint::new("", "AZURE_OPENAI_API_KEY")
            .auth(Auth::Header("api-key".into()))
            .base_url_variable("AZURE_OPENAI_BASE_URL");
        let mut dialect = Self::openai();
        dialect.name = "azure".into();
        dialect.endpoint = endpoint;
        // Azure's Chat Completions takes no `file` parts.
        dialect.capabilities.documents = false;
        dialect.families = Cow::Borrowed(&[]);
        dialect.effort = EffortScale { max: None, ..EffortScale::NONE_TO_HIGH };
        dialect
    }

    /// Azure OpenAI's older form: the base URL is the resource's endpoint, and each deployment has a path
    /// of its own with a version of the API, such as `2024-10-21`.
    pub fn azure_deployment(deployment: &str, api_version: &str) -> Self {
        let mut dialect = Self::azure();
        dialect.path =
            format!("/openai/deployments/{deployment}/chat/completions?api-version={api_version}").into();
        dialect
    }

    /// Ollama's `/v1`, on this machine unless a base URL is given (`OLLAMA_BASE_URL`).
    ///
    /// It ignores `tool_choice` and `parallel_tool_calls`, so neither is sent. Its context is small by
    /// default and cannot be set here: a longer prompt is cut without a word. Set
    /// `OLLAMA_CONTEXT_LENGTH` on the server, or `num_ctx` in a Modelfile.
    pub fn ollama() -> Self {
        let endpoint = Endpoint::new("http://localhost:11434/v1", "OLLAMA_API_KEY")
            .base_url_variable("OLLAMA_BASE_URL")
            .keyless();
        Self {
            capabilities: Capabilities {
                tool_choice_required: false,
                tool_choice_named: false,
                native_output: NativeOutput::Yes,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            effort: EffortScale::NONE_TO_HIGH,
            reasoning_replay: ReasoningReplay::Text("reasoning".into()),
            ..Self::known("ollama", endpoint)
        }
    }

    /// vLLM, on this machine unless a base URL is given (`VLLM_BASE_URL`, `VLLM_API_KEY`).
    ///
    /// Tools need the server's `--enable-auto-tool-choice` and `--tool-call-parser`.
    pub fn vllm() -> Self {
        let endpoint = Endpoint::new("http://localhost:8000/v1", "VLLM_API_KEY")
            .base_url_variable("VLLM_BASE_URL")
            .keyless();
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                grammar: true,
                native_output: NativeOutput::Yes,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            max_tokens: MaxTokens::MaxCompletionTokens,
            image_urls: true,
            effort: EffortScale::LOW_TO_HIGH,
            grammar: Grammar::StructuredOutputs,
            ..Self::known("vllm", endpoint)
        }
    }

    /// llama.cpp's server, on this machine unless a base URL is given (`LLAMACPP_BASE_URL`,
    /// `LLAMACPP_API_KEY`).
    ///
    /// `tool_choice` is a word only, so a named tool is forced by offering it alone. A schema for the reply
    /// makes tools unreachable, so the two do not go together. Its 500s are mostly the request's own
    /// faults, so they are tried again once at most. Tools need the server's `--jinja`.
    pub fn llama_cpp() -> Self {
        let endpoint = Endpoint::new("http://localhost:8080/v1", "LLAMACPP_API_KEY")
            .base_url_variable("LLAMACPP_BASE_URL")
            .keyless();
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                grammar: true,
                native_output: NativeOutput::WithoutTools,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            named_choice: NamedChoice::OnlyTool,
            image_urls: true,
            grammar: Grammar::JsonSchema,
            server_error_retries: 1,
            ..Self::known("llama.cpp", endpoint)
        }
    }

    /// `OpenRouter` (`OPENROUTER_API_KEY`).
    ///
    /// Every request asks for hosts that honour all its parameters (`provider.require_parameters`), so that
    /// none is dropped silently. `reasoning_details` go back untouched.
    pub fn openrouter() -> Self {
        let endpoint = Endpoint::new("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY");
        let mut dialect = Self {
            capabilities: Capabilities {
                parallel_switch: true,
                strict_tools: true,
                native_output: NativeOutput::Yes,
                images: true,
                documents: true,
                audio: true,
                streaming: true,
                ..Capabilities::default()
            },
            image_urls: true,
            reasoning_replay: ReasoningReplay::Details,
            effort: EffortScale::words(Some("none"), "xhigh"),
            effort_field: EffortField::ReasoningObject,
            // Usage is always sent.
            stream_usage: false,
            ..Self::known("openrouter", endpoint)
        };
        dialect.extra.insert("provider".to_owned(), json!({"require_parameters": true}));
        dialect
    }

    /// `DeepSeek` (`DEEPSEEK_API_KEY`). Reasoning goes back in `reasoning_content`, as its thinking models
    /// want it within a run of tools.
    pub fn deepseek() -> Self {
        Self {
            reasoning_replay: ReasoningReplay::Text("reasoning_content".into()),
            ..Self::known("deepseek", Endpoint::new("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"))
        }
    }

    /// Groq (`GROQ_API_KEY`). Calls that it found invalid (`tool_use_failed`) are read as the calls they
    /// were, so that the model is told its mistake.
    pub fn groq() -> Self {
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                native_output: NativeOutput::WithoutTools,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            max_tokens: MaxTokens::MaxCompletionTokens,
            image_urls: true,
            effort: EffortScale::LOW_TO_HIGH,
            ..Self::known("groq", Endpoint::new("https://api.groq.com/openai/v1", "GROQ_API_KEY"))
        }
    }

    /// Mistral (`MISTRAL_API_KEY`). Ids of calls are mapped onto nine letters and digits, and what a run
    /// says beside results goes with the last of them.
    pub fn mistral() -> Self {
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                strict_tools: true,
                native_output: NativeOutput::Yes,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            image_urls: true,
            seed: "random_seed".into(),
            // Usage is always sent.
            stream_usage: false,
            user_after_tool: false,
            short_call_ids: true,
            ..Self::known("mistral", Endpoint::new("https://api.mistral.ai/v1", "MISTRAL_API_KEY"))
        }
    }

    /// xAI (`XAI_API_KEY`). Effort is low or high.
    pub fn xai() -> Self {
        Self {
            capabilities: Capabilities {
                parallel_switch: true,
                native_output: NativeOutput::Yes,
                images: true,
                streaming: true,
                ..Capabilities::default()
            },
            max_tokens: MaxTokens::MaxCompletionTokens,
            image_urls: true,
            effort: EffortScale { medium: None, ..EffortScale::LOW_TO_HIGH },
            ..Self::known("xai", Endpoint::new("https://api.x.ai/v1", "XAI_API_KEY"))
        }
    }
}
