//! The floor: the job as one would write it by hand, on reqwest and serde, for this one provider.

mod plain;
mod streamed;
mod wire;

use kit::job;
use reqwest::Client;
use serde_json::json;

use wire::{AssistantMessage, Function, FunctionKind, Message, Request, StreamOptions, Tool};

struct Floor {
    client: Client,
    url: String,
    tools: Vec<Tool>,
    stream: bool,
}

impl Floor {
    fn new(args: &kit::Args) -> Self {
        let parameters = json!({
            "type": "object",
            "properties": {
                "city": { "type": "string", "description": job::CITY_DESCRIPTION },
                "day": { "type": "integer", "description": job::DAY_DESCRIPTION },
            },
            "required": ["city", "day"],
            "additionalProperties": false,
        });
        let function =
            Function { name: job::TOOL, description: job::TOOL_DESCRIPTION, parameters, strict: true };
        Self {
            client: Client::new(),
            url: format!("{}/chat/completions", args.url),
            tools: vec![Tool { kind: FunctionKind::Function, function }],
            stream: args.stream,
        }
    }

    async fn run(&self) -> Result<String, Failure> {
        let mut messages = vec![
            Message::System { content: job::INSTRUCTIONS.to_owned() },
            Message::User { content: job::QUESTION.to_owned() },
        ];
        for _ in 0..job::MAX_TURNS {
            let reply = self.turn(&messages).await?;
            if reply.tool_calls.is_empty() {
                return reply.content.ok_or(Failure::Empty);
            }
            let results: Vec<_> = reply.tool_calls.iter().map(result).collect();
            messages.push(Message::Assistant(reply));
            messages.extend(results);
        }
        Err(Failure::TooManyTurns)
    }

    async fn turn(&self, messages: &[Message]) -> Result<AssistantMessage, Failure> {
        let request = Request {
            model: job::MODEL,
            messages,
            tools: &self.tools,
            stream: self.stream,
            stream_options: self.stream.then_some(StreamOptions { include_usage: true }),
        };
        let request = self.client.post(&self.url).bearer_auth(job::KEY).json(&request);
        let response = request.send().await?.error_for_status()?;
        if self.stream { streamed::read(response).await } else { plain::read(response).await }
    }
}

/// Makes a call; a mistake in it is told to the model.
fn result(call: &wire::ToolCall) -> Message {
    #[derive(serde::Deserialize)]
    struct Arguments {
        city: String,
        day: u32,
    }
    let content = if call.function.name == job::TOOL {
        match serde_json::from_str::<Arguments>(&call.function.arguments) {
            Ok(arguments) => job::forecast(&arguments.city, arguments.day),
            Err(error) => error.to_string(),
        }
    } else {
        format!("there is no tool {}", call.function.name)
    };
    Message::Tool { tool_call_id: call.id.clone(), content }
}

#[derive(Debug)]
enum Failure {
    Http(reqwest::Error),
    Json(serde_json::Error),
    Finish(String),
    Empty,
    TooManyTurns,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Http(error) => write!(f, "HTTP: {error}"),
            Self::Json(error) => write!(f, "reply: {error}"),
            Self::Finish(reason) => write!(f, "the reply ended with {reason}"),
            Self::Empty => f.write_str("an empty reply"),
            Self::TooManyTurns => f.write_str("too many turns"),
        }
    }
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

fn main() {
    kit::drive(Floor::new, |floor| async move { floor.run().await });
}
