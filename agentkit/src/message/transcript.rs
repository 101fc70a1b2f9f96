//! The history of a run.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Message, ToolCall, ToolResult};

/// The messages of a run, oldest first.
///
/// Messages are shared, so a clone costs a pointer a message, and a provider that has already written a
/// message to the wire knows it again by its address. Changing one makes a new message.
///
/// Serialised as `{"version": 1, "messages": [..]}`; a version that this release does not know is refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    messages: Vec<Arc<Message>>,
}

/// The serialised form's version.
const VERSION: u32 = 1;

impl Transcript {
    /// An empty transcript.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a message.
    pub fn push(&mut self, message: impl Into<Arc<Message>>) {
        self.messages.push(message.into());
    }

    /// The messages, oldest first.
    pub fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Every call of the model, oldest first.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.messages.iter().flat_map(|message| {
            match &**message {
                Message::Assistant(assistant) => Some(assistant.tool_calls()),
                _ => None,
            }
            .into_iter()
            .flatten()
        })
    }

    /// Every result, oldest first.
    pub fn tool_results(&self) -> impl Iterator<Item = &ToolResult> {
        self.messages.iter().flat_map(|message| match &**message {
            Message::Tool(tool) => tool.results.as_slice(),
            _ => &[],
        })
    }
}

impl FromIterator<Message> for Transcript {
    fn from_iter<I: IntoIterator<Item = Message>>(messages: I) -> Self {
        Self { messages: messages.into_iter().map(Arc::new).collect() }
    }
}

impl From<Vec<Arc<Message>>> for Transcript {
    fn from(messages: Vec<Arc<Message>>) -> Self {
        Self { messages }
    }
}

impl Serialize for Transcript {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form<'a> {
            version: u32,
            messages: Vec<&'a Message>,
        }
        let messages = self.messages.iter().map(|message| &**message).collect();
        Form { version: VERSION, messages }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Transcript {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Form {
            version: u32,
            messages: Vec<Message>,
        }
        let form = Form::deserialize(deserializer)?;
        if form.version == VERSION {
            Ok(form.messages.into_iter().collect())
        } else {
            let found = form.version;
            Err(D::Error::custom(format_args!(
                "transcript version {found} is not known here; this release reads version {VERSION}"
            )))
        }
    }
}
