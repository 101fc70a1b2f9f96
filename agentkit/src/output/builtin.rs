//! Outputs that need no attribute.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Answer, Choice, Output, OutputError, Shape};
use crate::__private::schema;

impl Output for String {
    fn shape() -> Shape {
        Shape::Text
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        answer.text().map(str::to_owned)
    }
}

/// The answer, or the model's own report of why it has none.
impl<T: Output, F: Output> Output for Result<T, F> {
    fn shape() -> Shape {
        let answers = match T::shape() {
            Shape::Choices(choices) => choices,
            Shape::Text => vec![wrapped::<String>()],
        };
        let failures = match F::shape() {
            Shape::Choices(choices) => choices,
            Shape::Text => vec![wrapped::<String>()],
        };
        let failures = failures.into_iter().map(|choice| Choice { failure: true, ..choice });
        Shape::Choices(answers.into_iter().chain(failures).collect())
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        let answers = match T::shape() {
            Shape::Choices(choices) => choices.len(),
            Shape::Text => 1,
        };
        if answer.choice() < answers {
            T::decode(answer).map(Ok)
        } else {
            F::decode(answer.from_choice(answers)).map(Err)
        }
    }
}

/// A value that is no object, on the wire as the member `result` of a closed object.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Wrapped<T> {
    /// The answer.
    result: T,
}

fn wrapped<T: JsonSchema>() -> Choice {
    Choice::new("Gives the answer.", schema::<Wrapped<T>>())
}

macro_rules! wrapped_outputs {
    ($([$($param:ident)?] $type:ty),* $(,)?) => {$(
        impl$(<$param: DeserializeOwned + JsonSchema + Send + 'static>)? Output for $type {
            fn shape() -> Shape {
                Shape::choices([wrapped::<Self>()])
            }

            fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
                answer.json::<Wrapped<Self>>().map(|wrapped| wrapped.result)
            }
        }
    )*};
}

wrapped_outputs!([T] Vec<T>, [T] Option<T>, [] bool, [] i8, [] i16, [] i32, [] i64, [] i128);
wrapped_outputs!([] u8, [] u16, [] u32, [] u64, [] u128, [] f32, [] f64);
