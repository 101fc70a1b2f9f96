//! A call's arguments.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::builder::takes_null;
use super::{ToolArg, ToolContext, ToolError, ToolErrorKind};

/// A call's arguments, checked against the tool's schema, and the call's context.
#[derive(Debug)]
pub struct Arguments {
    values: Map<String, Value>,
    context: ToolContext,
}

impl Arguments {
    /// Reads the JSON text that the model wrote; empty text is an empty object.
    pub(crate) fn parse(text: &str, schema: &Value, context: ToolContext) -> Result<Self, ToolError> {
        let text = if text.trim().is_empty() { "{}" } else { text };
        let values: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| invalid(format_args!("the arguments are not a JSON object: {error}")))?;
        let known = schema.get("properties").and_then(Value::as_object);
        if let Some(known) = known
            && schema.get("additionalProperties") == Some(&Value::Bool(false))
            && let Some(unknown) = values.keys().find(|key| !known.contains_key(*key))
        {
            return Err(unknown_argument(unknown, known.keys()));
        }
        Ok(Self { values, context })
    }

    /// The call that the arguments came with.
    pub fn context(&self) -> &ToolContext {
        &self.context
    }

    /// Takes and decodes one argument; a missing one decodes as `null`.
    pub fn take<T: ToolArg>(&mut self, name: &str) -> Result<T, ToolError> {
        T::take(self, name)
    }

    /// Takes and decodes one argument, or the default where the model left it out.
    pub fn take_or<T: DeserializeOwned + JsonSchema>(
        &mut self,
        name: &str,
        default: &impl Serialize,
    ) -> Result<T, ToolError> {
        let absent = match self.values.get(name) {
            None => true,
            Some(value) => value.is_null() && !takes_null::<T>(),
        };
        if absent {
            let value = serde_json::to_value(default)
                .map_err(|error| ToolError::fatal(format_args!("a default does not serialise: {error}")))?;
            self.values.insert(name.to_owned(), value);
        }
        self.decode_one(name)
    }

    /// Decodes all of them at once.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        serde_json::from_value(Value::Object(self.values))
            .map_err(|error| invalid(format_args!("the arguments do not fit: {error}")))
    }

    pub(super) fn decode_one<T: DeserializeOwned + JsonSchema>(
        &mut self,
        name: &str,
    ) -> Result<T, ToolError> {
        match self.values.remove(name) {
            Some(value) => serde_json::from_value(value)
                .map_err(|error| invalid(format_args!("argument `{name}`: {error}"))),
            None => {
                T::deserialize(Value::Null).map_err(|_| invalid(format_args!("argument `{name}` is missing")))
            }
        }
    }
}

fn invalid(why: impl fmt::Display) -> ToolError {
    ToolError::of(ToolErrorKind::InvalidArguments, why)
}

fn unknown_argument<'a>(unknown: &str, known: impl Iterator<Item = &'a String>) -> ToolError {
    let known: Vec<_> = known.map(|key| format!("`{key}`")).collect();
    if known.is_empty() {
        return invalid(format_args!("there is no argument `{unknown}`; the tool takes none"));
    }
    invalid(format_args!("there is no argument `{unknown}`; the arguments are {}", known.join(", ")))
}
