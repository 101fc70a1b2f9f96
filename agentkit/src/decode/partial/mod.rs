//! A reply that is still growing.

mod guide;
mod lexer;
mod outside;
mod place;
mod scalar;
mod string;

use std::fmt;

use serde_json::Value;

use super::schema::Schema;
use guide::Ids;
use lexer::State;
use place::Frame;

/// Decodes a reply while it arrives.
///
/// It shows what is certain by now: strings as they grow, numbers, literals and enum members once they are
/// whole, members that the schema names. What tells the branches of a union apart is withheld until it is
/// whole. Nothing is required, and nothing that was shown is taken back, unless the reply turns out not to be
/// what it looked like.
///
/// The state of the parser is kept between the pieces, so the work is linear in the length of the reply.
///
/// ```
/// use agentkit::decode::{PartialDecoder, Schema};
/// use serde_json::json;
///
/// let schema = Schema::compile(&json!({
///     "type": "object",
///     "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
/// }))?;
/// let mut partial = PartialDecoder::new(&schema);
/// partial.push(r#"{"name": "Ada Lo"#);
/// assert_eq!(partial.value(), &json!({ "name": "Ada Lo" }));
/// partial.push(r#"velace", "age": 3"#);
/// assert_eq!(partial.value(), &json!({ "name": "Ada Lovelace" }));
/// partial.push("6}");
/// assert_eq!(partial.value(), &json!({ "name": "Ada Lovelace", "age": 36 }));
/// # Ok::<(), agentkit::decode::SchemaError>(())
/// ```
pub struct PartialDecoder {
    schema: Schema,
    /// What is shown.
    root: Value,
    state: State,
    frames: Vec<Frame>,
    /// What the value that comes next may be.
    next: Ids,
    /// Text of the string that is growing, not yet shown.
    pending: String,
    /// Whether anything of the root was read, so that it is no bracket in prose.
    begun: bool,
    steps: usize,
}

impl PartialDecoder {
    /// Starts with nothing.
    pub fn new(schema: &Schema) -> Self {
        Self {
            next: Ids::of(schema.compiled(), &[schema.root()]),
            schema: schema.clone(),
            root: Value::Null,
            state: State::default(),
            frames: Vec::new(),
            pending: String::new(),
            begun: false,
            steps: 0,
        }
    }

    /// Takes the next piece of the reply.
    pub fn push(&mut self, chunk: &str) {
        for c in chunk.chars() {
            self.steps += 1;
            self.take(c);
        }
        self.flush();
    }

    /// What is known so far; `null` while nothing is.
    pub fn value(&self) -> &Value {
        &self.root
    }

    /// How many steps were made, for tests of what they cost.
    #[doc(hidden)]
    pub fn steps(&self) -> usize {
        self.steps
    }
}

impl fmt::Debug for PartialDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialDecoder").field("value", &self.root).finish_non_exhaustive()
    }
}
