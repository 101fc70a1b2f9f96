//! What a provider is sent as a schema, and what was changed to make it fit.
//!
//! [`lower`] is a pure function of a JSON Schema and a [`Target`]. It keeps the order of properties, it
//! never loosens a schema without saying so in [`Lowered::changes`], and it returns a schema for a strict
//! target only if every rule of that target holds on the result, which a second pass verifies.
//! A lowered schema is for the wire; what comes back is to be checked against the full schema.
//!
//! ```
//! use agentkit::schema::{Target, lower};
//! use serde_json::json;
//!
//! let schema = json!({
//!     "type": "object",
//!     "properties": { "city": { "type": "string" }, "day": { "type": "integer" } },
//!     "required": ["city"],
//! });
//! let lowered = lower(&schema, Target::OpenAiStrict)?;
//! assert_eq!(lowered.schema["properties"]["day"]["type"], json!(["integer", "null"]));
//! assert_eq!(lowered.changes[0].to_string(), "/: no other members are allowed now");
//! # Ok::<(), agentkit::schema::LowerError>(())
//! ```

mod anthropic;
mod best;
mod conjoin;
mod definitions;
mod describe;
mod engine;
mod flatten;
mod gemini;
mod grammar;
mod limits;
mod loose;
mod merge;
mod node;
mod nulls;
mod objects;
mod openai;
mod prepare;
mod refs;
mod report;
mod root;
mod rules;
mod target;
mod tighten;
mod types;
mod verify;
mod walk;

pub use best::{Choice, Family, best};
pub use engine::lower;
pub use limits::{StrictCost, strict_cost};
pub use nulls::undo_null_mapping;
pub use report::{Change, ChangeKind, LowerError, Lowered, Refusal};
pub(crate) use root::{Place, union_of};
pub use root::{Wrapped, union, wrap_root};
pub use target::Target;
pub use tighten::{tighten, tighten_preserving};
pub use walk::drop_iteratively;

/// Whether a value is nested deeper than `levels`, found without recursion.
pub(crate) fn is_deeper_than(value: &serde_json::Value, levels: usize) -> bool {
    walk::measure(value, levels, usize::MAX).0 > levels
}

/// Whether a tool or schema may bear this name: `^[a-zA-Z0-9_-]{1,64}$`, which all providers take
/// (`OpenAI` function and `response_format` names; Anthropic and Gemini allow longer ones).
pub fn is_valid_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
