//! A call's arguments.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{ToolArg, ToolError, ToolErrorKind};

/// A call's arguments, checked against the tool's schema and decoded one by one.
#[derive(Debug)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// Reads the JSON text that the model wrote; empty text is an empty object.
    pub(crate) fn parse(text: &str, schema: &Value) -> Result<Self, ToolError> {
        let invalid = |why: &dyn std::fmt::Display| ToolError::of(ToolErrorKind::InvalidArguments, why);
        let text = if text.trim().is_empty() { "{}" } else { text };
        let arguments: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| invalid(&format_args!("the arguments are not a JSON object: {error}")))?;
        let known = schema.get("properties").and_then(Value::as_object);
        if let Some(known) = known
            && schema.get("additionalProperties") == Some(&Value::Bool(false))
            && let Some(unknown) = arguments.keys().find(|key| !known.contains_key(*key))
        {
            let known: Vec<_> = known.keys().map(|key| format!("`{key}`")).collect();
            return Err(invalid(&format_args!(
                "there is no argument `{unknown}`; the arguments are {}",
                known.join(", ")
            )));
        }
        Ok(Self(arguments))
    }

    /// Takes and decodes one argument; a missing one decodes as `null`.
    pub fn take<T: ToolArg>(&mut self, name: &str) -> Result<T, ToolError> {
        let value = self.0.remove(name).unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| {
            ToolError::of(ToolErrorKind::InvalidArguments, format_args!("argument `{name}`: {error}"))
        })
    }

    /// Decodes all of them at once.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        serde_json::from_value(Value::Object(self.0)).map_err(|error| {
            ToolError::of(ToolErrorKind::InvalidArguments, format_args!("the arguments do not fit: {error}"))
        })
    }
}
