//! A JSON schema, compiled once.

mod check;
mod compile;
mod describe;
mod folded;
mod keywords;
mod merge;
mod refs;
mod rules;
mod scalars;
mod union;

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde_json::Value;

use super::error::{DecodeError, clip};
pub(super) use describe::{describe, found, quoted_list};
pub(super) use rules::{
    ArrayRules, Check, Compiled, Discriminator, Format, Id, ObjectRules, Property, Rest, Rules, Seen, types,
};

/// A JSON schema (draft 2020-12), compiled once; a clone is cheap.
///
/// Understood: `type` (also a list), `enum`, `const`, numeric bounds and `multipleOf`, string lengths
/// and `pattern`, `items`, `prefixItems`, `contains` and array bounds, `uniqueItems`, `properties`,
/// `required`, `additionalProperties`, `patternProperties`, `propertyNames`, `dependentRequired`,
/// object bounds, `allOf`, `anyOf`, `oneOf`, `not`, `if`/`then`/`else`, and `$ref` within the document,
/// recursive ones too. `format` counts for integers only, where it names the Rust type (`uint8`,
/// `int128`, …). Without a format an integer has 64 bits.
///
/// Deliberate differences from the specification, each to suit what models are sent:
/// - a value that satisfies several branches of `oneOf` is accepted;
/// - `properties` or `items` without `type` mean an object or an array;
/// - `allOf` and `$ref` are merged, so `additionalProperties: false` in one part knows the properties
///   of the others.
#[derive(Clone)]
pub struct Schema {
    compiled: Arc<Compiled>,
}

impl Schema {
    /// Compiles a schema.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        Ok(Self { compiled: Arc::new(compile::compile(schema)?) })
    }

    /// The schema of a Rust type.
    pub fn of<T: JsonSchema>() -> Result<Self, SchemaError> {
        Self::compile(schemars::schema_for!(T).as_value())
    }

    /// Whether a value satisfies the schema as it is. Nothing is coerced; members that a closed object
    /// does not name are errors.
    pub fn check(&self, value: &Value) -> Result<(), DecodeError> {
        check::check(self, value)
    }

    pub(super) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub(super) fn root(&self) -> Id {
        self.compiled.root
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Schema({})", describe(&self.compiled, self.compiled.root))
    }
}

/// Why a JSON schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    detail: String,
}

impl SchemaError {
    fn new(detail: impl Into<String>) -> Self {
        Self { detail: clip(detail.into(), 300) }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unusable schema: {}", self.detail)
    }
}

impl std::error::Error for SchemaError {}
