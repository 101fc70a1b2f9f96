//! A messy reply into a typed value, and never an invented one.
//!
//! A model asked for JSON sends fences, prose, trailing commas, `"36"` for `36`, or half an object.
//! This module reads all of that by one rule: **a repair with one reading is made and reported; a
//! repair that would invent, round or lose something is an error**, with a text the model can act on.
//!
//! ```
//! use agentkit::decode::{decode, RepairKind};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema, Debug, PartialEq)]
//! struct Person { name: String, age: u8 }
//!
//! let reply = "Sure:\n```json\n{\"name\": \"Ada\", \"age\": \"36\",}\n```";
//! let decoded = decode::<Person>(reply)?;
//! assert_eq!(decoded.value, Person { name: "Ada".into(), age: 36 });
//! assert!(decoded.repairs.iter().any(|repair| repair.kind == RepairKind::TrailingComma));
//!
//! let error = decode::<Person>(r#"{"name": "Ada", "age": "about 30"}"#).unwrap_err();
//! assert_eq!(error.path(), "/age");
//! # Ok::<(), agentkit::decode::DecodeError>(())
//! ```
//!
//! # How a reply is read
//! 1. The whole reply as strict JSON. What is valid is never altered by a syntax repair.
//! 2. Else one forward scan for every top-level object or array outside thinking blocks. Each is read
//!    tolerantly, each byte once.
//! 3. Each candidate is fitted to the [`Schema`]. An exact fit beats a coerced one; two different best
//!    fits are [`DecodeErrorKind::Ambiguous`].
//!
//! Work is linear in the length of the reply; depth and size are bounded ([`Options`]).

mod error;
mod fit;
mod json;
mod options;
mod partial;
mod pick;
mod repair;
mod scan;
mod schema;
mod strict;
mod text;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

pub use error::{DecodeError, DecodeErrorKind};
pub use json::{Json, JsonKind, Members};
pub use options::{Mode, OnAmbiguous, Options, Strictness, Unknown};
pub use partial::PartialDecoder;
pub use repair::{Repair, RepairKind};
pub use schema::{Schema, SchemaError};

/// A value and what was done to the reply to get it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decoded<T> {
    /// The value; it satisfies the schema.
    pub value: T,
    /// Every repair, in the order of the reply; empty for clean JSON that fits as it is.
    pub repairs: Vec<Repair>,
}

/// Decodes a final answer into `T`, by `T`'s own schema and the default [`Options`].
///
/// The schema is compiled at each call: where one type is decoded often, keep a [`Schema::of`] and
/// call [`decode_as`].
pub fn decode<T: DeserializeOwned + JsonSchema>(reply: &str) -> Result<Decoded<T>, DecodeError> {
    let schema = Schema::of::<T>().map_err(DecodeError::from)?;
    decode_as(reply, &schema, &Options::default())
}

/// Decodes a reply into `T` by a schema that was compiled before.
pub fn decode_as<T: DeserializeOwned>(
    reply: &str,
    schema: &Schema,
    options: &Options,
) -> Result<Decoded<T>, DecodeError> {
    let decoded = decode_with(reply, schema, options)?;
    Ok(Decoded { value: decoded.value.deserialize()?, repairs: decoded.repairs })
}

/// Decodes a reply into a JSON tree that satisfies the schema.
pub fn decode_with(reply: &str, schema: &Schema, options: &Options) -> Result<Decoded<Json>, DecodeError> {
    pick::decode(reply, schema, options)
}

/// How many bytes the tolerant scan looks at, counting one again each time; for tests of what it costs.
#[doc(hidden)]
pub fn scan_steps(reply: &str, options: &Options) -> usize {
    let parser = strict::Parser::new(reply, options.max_depth);
    scan::scan(reply, parser, options).map_or(0, |scanned| scanned.steps)
}
