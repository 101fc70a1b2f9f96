//! Outputs that need no attribute.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Answer, Choice, Output, OutputError, Shape};
use crate::__private::{decode_empty, empty_choice, schema};

impl Output for String {
    fn shape() -> Shape {
        Shape::Text
    }

    fn choice_count() -> usize {
        1
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        match answer.text() {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => unwrap(answer),
        }
    }
}

/// The answer, or the model's own report of why it has none.
impl<T: Output, F: Output> Output for Result<T, F> {
    fn shape() -> Shape {
        let failures = F::shape().into_choices().into_iter().map(|choice| Choice { failure: true, ..choice });
        Shape::choices(T::shape().into_choices().into_iter().chain(failures))
    }

    fn choice_count() -> usize {
        T::choice_count() + F::choice_count()
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        match answer.among(T::choice_count()) {
            Ok(answer) => T::decode(answer).map(Ok),
            Err(answer) => F::decode(answer).map(Err),
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

#[allow(clippy::needless_pass_by_value, reason = "an answer is used up by decoding it")]
fn unwrap<T: DeserializeOwned>(answer: Answer<'_>) -> Result<T, OutputError> {
    answer.json::<Wrapped<T>>().map(|wrapped| wrapped.result)
}

pub(super) fn wrapped<T: JsonSchema>() -> Choice {
    Choice::new("Gives the answer.", schema::<Wrapped<T>>())
}

macro_rules! wrapped_outputs {
    ($([$($param:ident)*] $type:ty),* $(,)?) => {$(
        impl<$($param: DeserializeOwned + JsonSchema + Send + 'static),*> Output for $type {
            fn shape() -> Shape {
                Shape::choices([wrapped::<Self>()])
            }

            fn choice_count() -> usize {
                1
            }

            fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
                unwrap(answer)
            }
        }
    )*};
}

wrapped_outputs!([T] Vec<T>, [T] Option<T>, [] bool, [] i8, [] i16, [] i32, [] i64, [] i128);
wrapped_outputs!([] u8, [] u16, [] u32, [] u64, [] u128, [] f32, [] f64);
wrapped_outputs!([T] BTreeMap<String, T>, [A B] (A, B), [A B C] (A, B, C));

impl<T, S> Output for HashMap<String, T, S>
where
    T: DeserializeOwned + JsonSchema + Send + 'static,
    S: BuildHasher + Default + Send + 'static,
{
    fn shape() -> Shape {
        Shape::choices([wrapped::<Self>()])
    }

    fn choice_count() -> usize {
        1
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        unwrap(answer)
    }
}

/// The model only says that it is done.
impl Output for () {
    fn shape() -> Shape {
        Shape::choices([empty_choice(None, "Says that the task is done.")])
    }

    fn choice_count() -> usize {
        1
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        decode_empty(answer)
    }
}
