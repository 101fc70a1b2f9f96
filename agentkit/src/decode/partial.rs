//! A reply that is still growing.

use serde_json::Value;

use super::schema::Schema;

/// Decodes a reply while it arrives.
#[derive(Debug)]
pub struct PartialDecoder {
    _schema: Schema,
    value: Value,
}

impl PartialDecoder {
    /// Starts with nothing.
    pub fn new(schema: &Schema) -> Self {
        Self { _schema: schema.clone(), value: Value::Null }
    }

    /// Takes the next piece of the reply.
    pub fn push(&mut self, chunk: &str) {
        let _ = chunk;
    }

    /// What is known so far; `null` while nothing is.
    pub fn value(&self) -> &Value {
        &self.value
    }
}
