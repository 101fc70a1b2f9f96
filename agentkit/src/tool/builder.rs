//! A tool, argument by argument.

use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Arguments, Tool, ToolArg, ToolFuture, ToolOptions};

/// Collects a tool's arguments; finished by [`ToolBuilder::handler`].
#[derive(Debug)]
pub struct ToolBuilder {
    name: &'static str,
    description: &'static str,
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<&'static str>,
    options: ToolOptions,
}

impl ToolBuilder {
    pub(crate) fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            description,
            generator: SchemaGenerator::default(),
            properties: Map::new(),
            required: Vec::new(),
            options: ToolOptions::default(),
        }
    }

    /// Declares one argument. It is optional if its type decodes from `null`.
    #[must_use]
    pub fn arg<T: ToolArg>(mut self, name: &'static str, description: &'static str) -> Self {
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
        if T::deserialize(Value::Null).is_err() {
            self.required.push(name);
        }
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
        Tool::from_schema(self.name, self.description, parameters, call).with_options(self.options)
    }
}
