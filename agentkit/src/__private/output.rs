//! What `#[agent_output]` generates calls of.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::schema;
use crate::output::{Answer, Choice, OutputError, Shape};

/// What a generic output has to be.
pub trait OutputValue: DeserializeOwned + JsonSchema + Send + 'static {}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> OutputValue for T {}

/// The choice of `T`'s own schema, whose description moves to the choice.
pub fn choice<T: JsonSchema>(name: Option<&'static str>, description: &'static str) -> Choice {
    let mut schema = schema::<T>();
    if let Some(schema) = schema.as_object_mut() {
        schema.shift_remove("description");
    }
    Choice { name: name.map(Into::into), ..Choice::new(description, schema) }
}

/// The choice that takes nothing.
pub fn empty_choice(name: Option<&'static str>, description: &'static str) -> Choice {
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    Choice { name: name.map(Into::into), ..Choice::new(description, schema) }
}

/// A variant with fields of its own.
pub fn choices<T: JsonSchema>(
    name: Option<&'static str>,
    description: &'static str,
    failure: bool,
) -> Vec<Choice> {
    vec![Choice { failure, ..choice::<T>(name, description) }]
}

/// A variant without any.
pub fn empty_choices(name: Option<&'static str>, description: &'static str, failure: bool) -> Vec<Choice> {
    vec![Choice { failure, ..empty_choice(name, description) }]
}

/// A variant, or a newtype, that holds another output. One choice takes the holder's name and description;
/// several keep their own.
pub fn choices_of(
    shape: Shape,
    name: Option<&'static str>,
    description: &'static str,
    failure: bool,
) -> Vec<Choice> {
    let mut choices = shape.into_choices();
    for choice in &mut choices {
        choice.failure |= failure;
    }
    if let [choice] = choices.as_mut_slice() {
        choice.name = name.map(Into::into).or_else(|| choice.name.take());
        choice.description = description.into();
    }
    choices
}

/// The choices of all variants.
pub fn flatten<const N: usize>(choices: [Vec<Choice>; N]) -> Vec<Choice> {
    choices.into_iter().flatten().collect()
}

/// Accepts the answer to an empty choice.
#[allow(clippy::needless_pass_by_value, reason = "an answer is used up by decoding it, here as elsewhere")]
pub fn decode_empty(answer: Answer<'_>) -> Result<(), OutputError> {
    #[derive(Deserialize)]
    struct Empty {}
    answer.json().map(|Empty {}| ())
}

/// What a `validate` function returns.
#[diagnostic::on_unimplemented(
    message = "a `validate` function cannot return `{Self}`",
    label = "returns `{Self}`",
    note = "it returns `Result<(), E>`, where `E` implements `Display`: the model reads why its answer is refused"
)]
pub trait Verdict {
    /// In words for the model.
    fn into_result(self) -> Result<(), OutputError>;
}

#[diagnostic::do_not_recommend]
impl<E: fmt::Display> Verdict for Result<(), E> {
    fn into_result(self) -> Result<(), OutputError> {
        self.map_err(OutputError::new)
    }
}

/// What a `validate` function said.
pub fn check(verdict: impl Verdict) -> Result<(), OutputError> {
    verdict.into_result()
}

/// A field of a value that is still arriving: `None` until it is whole.
pub fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Value::deserialize(deserializer).map(|value| T::deserialize(value).ok())
}
