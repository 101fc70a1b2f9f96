//! What generated code calls. Not public API; no stability promise.

pub use schemars;
pub use serde;
use serde_json::Value;
pub use std::sync::Arc;

/// The full JSON Schema of `T`.
pub fn schema<T: schemars::JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.shift_remove("$schema");
    }
    schema
}
