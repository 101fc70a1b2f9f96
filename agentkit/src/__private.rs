//! What generated code calls. Not public API; no stability promise.

mod output;
mod tools;

pub use output::{
    OutputValue, check, choice, choices, choices_of, decode_empty, empty_choice, empty_choices, flatten,
    lenient,
};
pub use schemars;
pub use serde;
pub use std::boxed::Box;
pub use std::sync::Arc;
pub use tools::{Owned, PlainReturn, Return, lend, tool_set};

use serde_json::Value;

/// The JSON Schema of `T`, without the marks that only a schema file needs.
pub fn schema<T: schemars::JsonSchema>() -> Value {
    let mut schema = schemars::schema_for!(T).to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.shift_remove("$schema");
        schema.shift_remove("title");
    }
    schema
}
