//! A recording.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// One file of exchanges.
#[derive(Debug, Deserialize)]
pub struct Cassette {
    /// What it is called in reports.
    #[serde(default)]
    pub name: String,
    /// The exchanges, in order.
    pub interactions: Vec<Interaction>,
}

/// One request and its response.
#[derive(Debug, Deserialize)]
pub struct Interaction {
    /// What was sent.
    pub request: Sent,
    /// What came back.
    pub response: Received,
}

/// A recorded request.
#[derive(Debug, Deserialize)]
pub struct Sent {
    /// The method.
    #[serde(default = "post")]
    pub method: String,
    /// The host, with a port where there is one.
    #[serde(default)]
    pub host: String,
    /// The path, with the query where there is one.
    pub path: String,
    /// The body.
    #[serde(default)]
    pub body: Value,
}

/// A recorded response.
#[derive(Debug, Deserialize)]
pub struct Received {
    /// The HTTP status.
    pub status: u16,
    /// The `content-type` header.
    #[serde(default)]
    pub content_type: Option<String>,
    /// JSON as JSON, anything else as text.
    #[serde(default)]
    pub body: Value,
}

fn post() -> String {
    "POST".to_owned()
}

impl Cassette {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
        let mut cassette: Self =
            serde_json::from_str(&text).map_err(|error| format!("is not a recording: {error}"))?;
        if cassette.name.is_empty() {
            cassette.name = path.display().to_string();
        }
        Ok(cassette)
    }
}

impl Interaction {
    /// The response's body as it came over the wire.
    pub fn response_bytes(&self) -> Vec<u8> {
        match &self.response.body {
            Value::Null => Vec::new(),
            Value::String(text) => text.clone().into_bytes(),
            json => json.to_string().into_bytes(),
        }
    }

    /// Whether the response is a stream of events.
    pub fn is_stream(&self) -> bool {
        let said = self.response.content_type.as_deref().unwrap_or_default();
        let Some(text) = self.response.body.as_str() else { return false };
        let looks_like_one = ["data:", "event:"].iter().any(|field| text.starts_with(field));
        said.contains("event-stream") || (said.is_empty() && looks_like_one)
    }

    /// The model that the request names, in its body or in its path.
    pub fn model(&self) -> &str {
        if let Some(model) = self.request.body.get("model").and_then(Value::as_str) {
            return model;
        }
        let path = self.request.path.split('?').next().unwrap_or_default();
        path.rsplit('/').next().and_then(|last| last.split(':').next()).unwrap_or_default()
    }
}
