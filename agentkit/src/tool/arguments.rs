//! A call's arguments.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::builder::takes_null;
use super::{ToolArg, ToolContext, ToolError, ToolErrorKind};
use crate::decode::{Json, JsonKind, Schema, decode_with};

/// A call's arguments, checked against the tool's schema, and the call's context.
#[derive(Debug)]
pub struct Arguments {
    values: Json,
    context: ToolContext,
}

impl Arguments {
    /// Decodes the text that the model wrote; empty text is an empty object. What was mended is noted in the
    /// context.
    pub(crate) fn parse(text: &str, schema: &Schema, context: ToolContext) -> Result<Self, ToolError> {
        let decoded = decode_with(text, schema, context.decoding())
            .map_err(|error| invalid(format_args!("the arguments do not fit: {error}")))?;
        context.mended(decoded.repairs);
        Ok(Self { values: decoded.value, context })
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
        match self.values.take(name) {
            Some(value) if value.kind() != JsonKind::Null || takes_null::<T>() => decoded(name, &value),
            _ => {
                let value = serde_json::to_value(default);
                let value = value.and_then(serde_json::from_value);
                value.map_err(|error| {
                    ToolError::fatal(format_args!("the default of `{name}` does not fit: {error}"))
                })
            }
        }
    }

    /// Decodes all of them at once.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, ToolError> {
        self.values.deserialize().map_err(|error| invalid(format_args!("the arguments do not fit: {error}")))
    }

    pub(super) fn decode_one<T: DeserializeOwned + JsonSchema>(
        &mut self,
        name: &str,
    ) -> Result<T, ToolError> {
        match self.values.take(name) {
            Some(value) => decoded(name, &value),
            None => {
                T::deserialize(Value::Null).map_err(|_| invalid(format_args!("argument `{name}` is missing")))
            }
        }
    }
}

fn decoded<T: DeserializeOwned>(name: &str, value: &Json) -> Result<T, ToolError> {
    value.deserialize().map_err(|error| invalid(format_args!("argument `{name}`: {error}")))
}

fn invalid(why: impl fmt::Display) -> ToolError {
    ToolError::of(ToolErrorKind::InvalidArguments, why)
}
