//! The job on swiftide.

use std::borrow::Cow;

use async_openai::config::OpenAIConfig;
use async_trait::async_trait;
use kit::job;
use swiftide_agents::Agent;
use swiftide_core::AgentContext;
use swiftide_core::chat_completion::errors::ToolError;
use swiftide_core::chat_completion::{ChatMessage, Tool, ToolCall, ToolOutput, ToolSpec};
use swiftide_integrations::openai::OpenAI;

#[derive(Clone)]
struct Forecast;

/// The arguments; their docs are the constants of the job, which an attribute cannot name.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Arguments {
    /// City name, such as "Paris".
    city: String,
    /// Days from today.
    day: u32,
}

#[async_trait]
impl Tool for Forecast {
    async fn invoke(&self, _: &dyn AgentContext, call: &ToolCall) -> Result<ToolOutput, ToolError> {
        let arguments = call.args().ok_or_else(|| ToolError::missing_arguments("arguments"))?;
        let arguments: Arguments = serde_json::from_str(arguments)?;
        Ok(job::forecast(&arguments.city, arguments.day).into())
    }

    fn name(&self) -> Cow<'_, str> {
        job::TOOL.into()
    }

    fn tool_spec(&self) -> ToolSpec {
        ToolSpec::builder()
            .name(job::TOOL)
            .description(job::TOOL_DESCRIPTION)
            .parameters_schema(schemars::schema_for!(Arguments))
            .build()
            .expect("a whole spec")
    }
}

struct Driver {
    provider: OpenAI,
    stream: bool,
}

impl Driver {
    fn new(args: &kit::Args) -> Self {
        let config = OpenAIConfig::new().with_api_base(args.url.as_str()).with_api_key(job::KEY);
        let provider = OpenAI::builder()
            .client(async_openai::Client::with_config(config))
            .default_prompt_model(job::MODEL)
            .build()
            .expect("a provider");
        Self { provider, stream: args.stream }
    }

    /// An agent holds its conversation, so each run makes one.
    async fn run(&self) -> Result<String, String> {
        let mut agent = Agent::builder()
            .llm(&self.provider)
            .system_prompt(job::INSTRUCTIONS)
            .without_default_stop_tool()
            .tools([Forecast.boxed()])
            .limit(job::MAX_TURNS as usize)
            .streaming(self.stream)
            .build()
            .map_err(|error| error.to_string())?;
        agent.query(job::QUESTION).await.map_err(|error| error.to_string())?;
        let history = agent.history().await.map_err(|error| error.to_string())?;
        match history.into_iter().next_back() {
            Some(ChatMessage::Assistant(Some(answer), _)) => Ok(answer),
            other => Err(format!("the run ended with {other:?}")),
        }
    }
}

fn main() {
    kit::drive(Driver::new, |driver| async move { driver.run().await });
}
