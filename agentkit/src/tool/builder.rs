//! A tool, argument by argument.

use std::fmt;
use std::ops::RangeBounds;
use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::limits::{self, Listed, Measured, Ranged, Textual};
use super::{Arguments, Tool, ToolArg, ToolFuture, ToolOptions};

/// Collects a tool's arguments; finished by [`ToolBuilder::handler`].
///
/// What limits an argument applies to the last one declared. A limit that makes no sense, such as a pattern
/// that is no regular expression, is kept as the tool's [`fault`](Tool::fault).
#[derive(Debug)]
pub struct ToolBuilder {
    name: &'static str,
    description: &'static str,
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<&'static str>,
    last: Option<&'static str>,
    options: ToolOptions,
    fault: Option<String>,
}

impl ToolBuilder {
    pub(crate) fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            generator: SchemaGenerator::default(),
            properties: Map::new(),
            required: Vec::new(),
            last: None,
            options: ToolOptions::default(),
            fault: None,
        }
    }

    /// Declares one argument. It is optional if its type decodes from `null`.
    #[must_use]
    pub fn arg<T: ToolArg>(mut self, name: &'static str, description: &'static str) -> Self {
        self.last = None;
        T::declare(&mut self, name, description);
        self
    }

    pub(super) fn declare<T: DeserializeOwned + JsonSchema>(
        &mut self,
        name: &'static str,
        description: &'static str,
    ) {
        let mut schema = self.generator.subschema_for::<T>().to_value();
        if let (false, Some(schema)) = (description.is_empty(), schema.as_object_mut()) {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema);
        if !takes_null::<T>() {
            self.required.push(name);
        }
        self.last = Some(name);
    }

    /// Bounds a number.
    #[must_use]
    pub fn range<T: Ranged>(mut self, range: impl RangeBounds<T::Bound>) -> Self {
        if self.limit(|schema| limits::write_range(schema, &range)) == Some(false) {
            self.fail("its range is empty");
        }
        self
    }

    /// Bounds a length: of text in characters, of a list or map in entries.
    #[must_use]
    pub fn len<T: Measured>(mut self, range: impl RangeBounds<usize>) -> Self {
        if self.limit(|schema| limits::write_len::<T>(schema, &range)) == Some(false) {
            self.fail("its range of lengths is empty");
        }
        self
    }

    /// Holds text to a regular expression, which may match anywhere in it.
    #[must_use]
    pub fn pattern<T: Textual>(mut self, pattern: &'static str) -> Self {
        if let Err(error) = regex_lite::Regex::new(pattern) {
            self.fail(format_args!("its pattern is no regular expression: {error}"));
        }
        self.limit(|schema| schema.insert("pattern".to_owned(), pattern.into()));
        self
    }

    /// Restricts a value to a list.
    #[must_use]
    pub fn one_of<T: Listed + DeserializeOwned>(mut self, members: &[T::Member]) -> Self {
        let mut members: Vec<_> = members.iter().filter_map(|member| self.json(member)).collect();
        if takes_null::<T>() {
            members.push(Value::Null);
        }
        self.limit(|schema| schema.insert("enum".to_owned(), members.into()));
        self
    }

    /// Makes an argument optional: what it is where the model leaves it out.
    #[must_use]
    pub fn default<T: DeserializeOwned>(mut self, value: &impl Serialize) -> Self {
        if let Some(value) = self.json_of::<T>("default", value) {
            self.limit(|schema| schema.insert("default".to_owned(), value));
        }
        if let Some(name) = self.last {
            self.required.retain(|required| *required != name);
        }
        self
    }

    /// Shows the model a value that the argument may have.
    #[must_use]
    pub fn example<T: DeserializeOwned>(mut self, value: &impl Serialize) -> Self {
        if let Some(value) = self.json_of::<T>("example", value) {
            self.limit(|schema| {
                let examples = schema.entry("examples").or_insert_with(|| json!([]));
                if let Some(examples) = examples.as_array_mut() {
                    examples.push(value);
                }
            });
        }
        self
    }

    /// Changes how the tool is run.
    #[must_use]
    pub fn with(mut self, change: fn(&mut ToolOptions)) -> Self {
        change(&mut self.options);
        self
    }

    /// Sets what runs when the model calls the tool.
    pub fn handler<S: Send + Sync + 'static>(
        mut self,
        state: &Arc<S>,
        handler: fn(Arc<S>, Arguments) -> ToolFuture,
    ) -> Tool {
        let state = Arc::clone(state);
        let mut parameters = json!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
            "additionalProperties": false,
        });
        let definitions = self.generator.take_definitions(true);
        if let (false, Some(parameters)) = (definitions.is_empty(), parameters.as_object_mut()) {
            parameters.insert("$defs".to_owned(), Value::Object(definitions));
        }
        let call = move |arguments, _| handler(Arc::clone(&state), arguments);
        Tool::from_schema(self.name, self.description, parameters, call)
            .with_options(self.options)
            .with_fault(self.fault)
    }

    fn limit<R>(&mut self, write: impl FnOnce(&mut Map<String, Value>) -> R) -> Option<R> {
        let schema = self.properties.get_mut(self.last?)?;
        schema.as_object_mut().map(write)
    }

    fn json(&mut self, value: &impl Serialize) -> Option<Value> {
        let json = serde_json::to_value(value);
        json.inspect_err(|error| self.fail(format_args!("a value does not serialise: {error}"))).ok()
    }

    /// A value's JSON, if it decodes as the argument's type.
    fn json_of<T: DeserializeOwned>(&mut self, what: &str, value: &impl Serialize) -> Option<Value> {
        let json = self.json(value)?;
        match T::deserialize(&json) {
            Ok(_) => Some(json),
            Err(error) => {
                self.fail(format_args!("its {what} does not fit its type: {error}"));
                None
            }
        }
    }

    fn fail(&mut self, why: impl fmt::Display) {
        let name = self.last.unwrap_or_default();
        self.fault.get_or_insert_with(|| format!("argument `{name}`: {why}"));
    }
}

pub(super) fn takes_null<T: DeserializeOwned>() -> bool {
    T::deserialize(Value::Null).is_ok()
}
