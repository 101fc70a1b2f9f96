//! The job on rig.

use std::convert::Infallible;

use futures_util::StreamExt as _;
use kit::job;
use rig::agent::{Agent, MultiTurnStreamItem};
use rig::prelude::*;
use rig::providers::openai::{OpenAIConfig, Route};
use rig::tool::{Tool, ToolContext};

struct Forecast;

#[derive(serde::Deserialize)]
struct Arguments {
    city: String,
    day: u32,
}

impl Tool for Forecast {
    const NAME: &'static str = job::TOOL;
    type Args = Arguments;
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {
        job::TOOL_DESCRIPTION.to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::json!({
            "type": "object",
            "properties": {
                "city": { "type": "string", "description": job::CITY_DESCRIPTION },
                "day": { "type": "integer", "description": job::DAY_DESCRIPTION },
            },
            "required": ["city", "day"],
            "additionalProperties": false,
        })
    }

    async fn call(&self, _: &mut ToolContext, arguments: Arguments) -> Result<String, Infallible> {
        Ok(job::forecast(&arguments.city, arguments.day))
    }
}

struct Driver {
    agent: Agent,
    stream: bool,
}

impl Driver {
    fn new(args: &kit::Args) -> Self {
        let config = OpenAIConfig::new(job::KEY).with_base_url(args.url.as_str()).with_route(Route::Chat);
        let agent = AgentBuilder::new(config.client().completion(job::MODEL))
            .preamble(job::INSTRUCTIONS)
            .tool(Forecast)
            .build();
        Self { agent, stream: args.stream }
    }

    async fn run(&self) -> Result<String, String> {
        let prompt = self.agent.prompt(job::QUESTION).max_turns(job::MAX_TURNS as usize);
        if !self.stream {
            return prompt.await.map(|response| response.output()).map_err(|error| error.to_string());
        }
        let mut stream = prompt.stream();
        while let Some(item) = stream.next().await {
            if let MultiTurnStreamItem::FinalResponse(response) = item.map_err(|error| error.to_string())? {
                return Ok(response.output());
            }
        }
        Err("the stream ended early".to_owned())
    }
}

fn main() {
    kit::drive(Driver::new, |driver| async move { driver.run().await });
}
