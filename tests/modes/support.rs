//! Providers whose bodies can be looked at, and the types that the tests ask for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use agentkit::model::{Capabilities, Request, Response};
use agentkit::provider::wire::Wire;
use agentkit::provider::{
    AnthropicWire, Dialect, GeminiWire, OpenAiChatWire, OpenAiResponsesWire, Reply, SchemaPlan, Scripted,
};
use agentkit::{Message, Provider, ProviderError, Tool, agent_output};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// The weather.
#[agent_output]
#[derive(Debug, PartialEq)]
pub(crate) struct Weather {
    /// The city.
    pub(crate) city: String,
    /// The high, in °C.
    pub(crate) high: f64,
    /// A remark.
    pub(crate) note: Option<String>,
}

/// Points by name: a map, which fits no strict mode.
#[agent_output]
#[derive(Debug, PartialEq)]
pub(crate) struct Scores {
    /// The points.
    pub(crate) points: BTreeMap<String, i64>,
}

/// What the customer wants.
#[agent_output]
#[derive(Debug, PartialEq)]
pub(crate) enum Intent {
    /// Money back.
    Refund {
        /// The order's number.
        order: u32,
    },
    /// Anything else.
    General,
}

/// Why there is no weather.
#[agent_output]
#[derive(Debug, PartialEq)]
pub(crate) struct NoWeather {
    /// What is missing.
    pub(crate) reason: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// City name.
    city: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Points by name.
    rows: BTreeMap<String, i64>,
}

/// A tool whose schema fits every strict mode.
pub(crate) fn station() -> Tool {
    Tool::new("station", "Finds a station.", |place: Place| async move { Ok::<_, String>(place.city) })
}

/// A tool whose schema fits no strict mode.
pub(crate) fn total() -> Tool {
    Tool::new(
        "total",
        "Adds up.",
        |table: Table| async move { Ok::<_, String>(table.rows.values().sum::<i64>()) },
    )
}

/// A wire format that keeps the bodies it writes, with a script for a server.
#[derive(Clone)]
pub(crate) struct OnWire {
    wire: Arc<dyn Wire>,
    script: Scripted,
    bodies: Arc<Mutex<Vec<Value>>>,
}

impl OnWire {
    pub(crate) fn new(wire: impl Wire, replies: impl IntoIterator<Item = Reply>) -> Self {
        Self { wire: Arc::new(wire), script: Scripted::new(replies), bodies: Arc::default() }
    }

    /// The bodies so far.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.bodies.lock().unwrap().clone()
    }

    /// The only body.
    pub(crate) fn body(&self) -> Value {
        let bodies = self.bodies();
        assert_eq!(bodies.len(), 1, "one request");
        bodies[0].clone()
    }
}

impl Provider for OnWire {
    fn name(&self) -> &str {
        self.wire.name()
    }

    fn model(&self) -> &str {
        self.wire.model()
    }

    fn capabilities(&self) -> Capabilities {
        self.wire.capabilities()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.wire.check(request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        self.wire.plan(request)
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        let body = self.wire.encode(request, false)?;
        self.bodies.lock().unwrap().push(serde_json::from_slice(&body).expect("a body is JSON"));
        self.script.complete(request).await
    }
}

pub(crate) fn gpt(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    OnWire::new(OpenAiResponsesWire::new("gpt-5.6"), replies)
}

pub(crate) fn claude(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    OnWire::new(AnthropicWire::new("claude-opus-5"), replies)
}

/// A Claude that cannot be made to call a tool.
pub(crate) fn free_claude(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    OnWire::new(AnthropicWire::new("claude-opus-5-5"), replies)
}

pub(crate) fn gemini(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    OnWire::new(GeminiWire::new("gemini-3-pro-preview"), replies)
}

/// A Gemini that takes tools and a schema of the reply only one at a time.
pub(crate) fn old_gemini(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    OnWire::new(GeminiWire::new("gemini-2.5-flash"), replies)
}

/// A server of OpenAI's Chat format.
pub(crate) fn chat(dialect: Dialect, replies: impl IntoIterator<Item = Reply>) -> OnWire {
    let model = if dialect.name == "openai" { "gpt-4.1" } else { "some-model" };
    OnWire::new(OpenAiChatWire::new(model, dialect), replies)
}

/// A server that takes neither tools nor schemas.
pub(crate) fn bare(replies: impl IntoIterator<Item = Reply>) -> OnWire {
    let mut dialect = Dialect::compatible("bare", "http://localhost:1/v1");
    dialect.capabilities.tools = false;
    chat(dialect, replies)
}

/// A question.
pub(crate) fn question() -> [Message; 1] {
    [Message::user("How warm is it in Paris?")]
}

/// The names of a body's tools, whichever format it is in.
pub(crate) fn tool_names(body: &Value) -> Vec<String> {
    let tools = body["tools"].as_array().cloned().unwrap_or_default();
    let declared =
        tools.iter().flat_map(|tool| tool["functionDeclarations"].as_array().cloned().unwrap_or_default());
    let named = tools.iter().chain([]).cloned().chain(declared).filter_map(|tool| {
        let name = tool["function"]["name"].as_str().or(tool["name"].as_str());
        name.map(str::to_owned)
    });
    named.collect()
}

/// The text that the last message of a scripted request holds.
pub(crate) fn last_text(request: &Request) -> String {
    request.messages.messages().last().map(|message| message.text()).unwrap_or_default()
}
