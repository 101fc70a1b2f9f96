//! What is said in a run: the messages of user, model and tools.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

mod convert;
mod media;
mod transcript;

pub use media::{Media, MediaKind, MediaSource};
pub use transcript::Transcript;

/// One entry of a [`Transcript`].
///
/// A message is one side's whole turn: all parts that the user said at once, all that the model answered at
/// once, and all results of the calls in that answer, so that every provider's own grouping can be built
/// from it without looking at its neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Message {
    /// What the caller asked, or what the run told the model in the caller's place.
    User(UserMessage),
    /// What the model answered.
    Assistant(AssistantMessage),
    /// The results of the calls in the assistant message before, one a call, in call order.
    Tool(ToolMessage),
}

/// What the caller asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UserMessage {
    /// Text and media, in the order they were given.
    pub parts: Vec<Part>,
}

/// A piece of a user message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Plain text.
    Text(String),
    /// An image, a document or a sound.
    Media(Media),
}

/// What the model answered in one turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AssistantMessage {
    /// Text, reasoning and calls, in the order they came.
    pub parts: Vec<AssistantPart>,
    /// Who wrote it; replay data is sent back to the same kind of provider only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// The provider and model that wrote an assistant message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Origin {
    /// The provider's kind, such as `anthropic`.
    pub provider: Arc<str>,
    /// The model as configured (not as echoed, which may carry a date).
    pub model: Arc<str>,
}

/// A piece of an assistant message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AssistantPart {
    /// Text meant as the answer, or beside calls.
    Text(AssistantText),
    /// Reasoning that the provider lets us see, or its summary; empty where only a signature came.
    Reasoning(AssistantText),
    /// A tool call.
    ToolCall(ToolCall),
    /// The model declined, in its own words.
    Refusal(String),
    /// An item that only its provider understands, sent back untouched.
    Opaque(Replay),
}

/// Text of an assistant message with what the provider wants back along with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AssistantText {
    /// The text.
    pub text: String,
    /// What goes back with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

/// JSON of the provider's own (a signature, an encrypted item, a whole output item), kept byte for byte.
///
/// Its shape is the provider's business: the module of each provider says what it keeps here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Replay(Arc<str>);

impl Replay {
    /// Keeps `json`, which must be one JSON value.
    pub fn new(json: impl Into<Arc<str>>) -> Self {
        Self(json.into())
    }

    /// The JSON as it came.
    pub fn json(&self) -> &str {
        &self.0
    }
}

/// A call that the model wants made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// Names the call; its result carries the same id.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The arguments' JSON text, as the model wrote it; it may be invalid.
    pub arguments: String,
    /// What goes back with the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replay>,
}

impl ToolCall {
    /// A call as a model makes it; `arguments` is JSON text.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into(), replay: None }
    }
}

/// The results of one turn's calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolMessage {
    /// One result a call, in call order.
    pub results: Vec<ToolResult>,
    /// What the run tells the model beside the results, such as why an answer was not accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call that it answers.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
    /// What the model is told: plain text, or JSON where the tool returned a structured value.
    pub content: String,
    /// Whether the call failed.
    pub is_error: bool,
}

impl ToolResult {
    /// The result of `call`.
    pub fn new(call: &ToolCall, content: impl Into<String>, is_error: bool) -> Self {
        Self { call_id: call.id.clone(), name: call.name.clone(), content: content.into(), is_error }
    }
}

impl Message {
    /// A user message of plain text.
    pub fn user(text: impl Into<String>) -> Self {
        Self::User(UserMessage { parts: vec![Part::Text(text.into())] })
    }

    /// A user message of text and media.
    pub fn user_parts(parts: impl IntoIterator<Item = Part>) -> Self {
        Self::User(UserMessage { parts: parts.into_iter().collect() })
    }

    /// An assistant message.
    pub fn assistant(parts: impl IntoIterator<Item = AssistantPart>) -> Self {
        Self::Assistant(AssistantMessage::new(parts))
    }

    /// The calls of an assistant message, in the order they came; of any other message, none.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        let assistant = match self {
            Self::Assistant(assistant) => Some(assistant.tool_calls()),
            _ => None,
        };
        assistant.into_iter().flatten()
    }

    /// What it says, without calls, reasoning and media: the text of a user or assistant message, the results
    /// of a tool message, one a line.
    pub fn text(&self) -> String {
        match self {
            Self::User(message) => message.text(),
            Self::Assistant(message) => message.text(),
            Self::Tool(message) => {
                let results = message.results.iter().map(|result| result.content.as_str());
                results.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The results of one turn's calls, in call order.
    pub fn tool(results: impl IntoIterator<Item = ToolResult>) -> Self {
        Self::Tool(ToolMessage { results: results.into_iter().collect(), note: None })
    }
}

impl UserMessage {
    /// All text, joined by blank lines.
    pub fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Media(_) => None,
        });
        texts.collect::<Vec<_>>().join("\n\n")
    }
}

impl AssistantMessage {
    /// A message of `parts`, of no known origin.
    pub fn new(parts: impl IntoIterator<Item = AssistantPart>) -> Self {
        Self { parts: parts.into_iter().collect(), origin: None }
    }

    /// The calls, in the order they came.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            AssistantPart::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// The answer's text: all text parts, joined as they came.
    pub fn text(&self) -> String {
        self.parts.iter().filter_map(AssistantPart::as_text).collect()
    }

    /// The words in which the model declined, if it did.
    pub fn refusal(&self) -> Option<&str> {
        self.parts.iter().find_map(|part| match part {
            AssistantPart::Refusal(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

impl AssistantPart {
    /// A text part without replay data.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(AssistantText { text: text.into(), replay: None })
    }

    /// A reasoning part; `replay` is what the provider wants back with it.
    pub fn reasoning(text: impl Into<String>, replay: Option<Replay>) -> Self {
        Self::Reasoning(AssistantText { text: text.into(), replay })
    }

    /// The text of a text part.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(part) => Some(&part.text),
            _ => None,
        }
    }
}
