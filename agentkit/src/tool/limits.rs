//! What an argument's value may be, beyond its type.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;
use std::ops::{Bound, RangeBounds};

use serde::Serialize;
use serde_json::{Map, Value};

/// A type that `#[arg(range(..))]` bounds: numbers, and optional numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no range",
    label = "not a number",
    note = "`#[arg(range(..))]` is for numbers and optional numbers; the length of text and lists is `len(..)`"
)]
pub trait Ranged {
    /// What a bound is.
    type Bound: Serialize + PartialOrd;
}

/// A type that `#[arg(len(..))]` bounds: text (in characters), lists and maps, and optional ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length",
    label = "neither text nor a list nor a map",
    note = "`#[arg(len(..))]` is for text, lists and maps; a number's bounds are `range(..)`"
)]
pub trait Measured {
    /// The keyword of JSON Schema for the least length.
    const LEAST: &'static str;
    /// The keyword for the greatest.
    const GREATEST: &'static str;
}

/// A type that `#[arg(pattern = "..")]` checks: text, and optional text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no pattern",
    label = "not text",
    note = "`#[arg(pattern = \"..\")]` is for `String`, `&str` and `Option<String>`"
)]
pub trait Textual {}

/// A type that `#[arg(one_of(..))]` restricts: text and integers, and optional ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no list of values",
    label = "neither text nor an integer",
    note = "`#[arg(one_of(..))]` is for text and integers; elsewhere use an enum"
)]
pub trait Listed {
    /// What a member of the list is.
    type Member: Serialize;
}

impl<T: Ranged> Ranged for Option<T> {
    type Bound = T::Bound;
}

impl<T: Measured> Measured for Option<T> {
    const LEAST: &'static str = T::LEAST;
    const GREATEST: &'static str = T::GREATEST;
}

impl<T: Textual> Textual for Option<T> {}

impl<T: Listed> Listed for Option<T> {
    type Member = T::Member;
}

macro_rules! numbers {
    ($($integer:ty)*; $($float:ty)*) => {
        $(impl Ranged for $integer { type Bound = Self; })*
        $(impl Ranged for $float { type Bound = Self; })*
        $(impl Listed for $integer { type Member = Self; })*
    };
}

numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize; f32 f64);

macro_rules! measured {
    ($least:literal $greatest:literal: $([$($params:tt)*] $type:ty),* $(,)?) => {$(
        impl<$($params)*> Measured for $type {
            const LEAST: &'static str = $least;
            const GREATEST: &'static str = $greatest;
        }
    )*};
}

measured!("minLength" "maxLength": [] String);
measured!("minItems" "maxItems": [T] Vec<T>, [T, S: BuildHasher] HashSet<T, S>, [T] BTreeSet<T>);
measured!("minProperties" "maxProperties": [K, V, S: BuildHasher] HashMap<K, V, S>, [K, V] BTreeMap<K, V>);

impl Textual for String {}

impl Listed for String {
    type Member = &'static str;
}

/// Writes a range's bounds into `schema`; whether any value is left.
pub(super) fn write_range<B: Serialize + PartialOrd>(
    schema: &mut Map<String, Value>,
    range: &impl RangeBounds<B>,
) -> bool {
    let (start, end) = (range.start_bound(), range.end_bound());
    for (bound, inclusive, exclusive) in
        [(start, "minimum", "exclusiveMinimum"), (end, "maximum", "exclusiveMaximum")]
    {
        let (keyword, value) = match bound {
            Bound::Included(value) => (inclusive, value),
            Bound::Excluded(value) => (exclusive, value),
            Bound::Unbounded => continue,
        };
        schema.shift_remove(inclusive);
        schema.insert(keyword.to_owned(), serde_json::to_value(value).unwrap_or_default());
    }
    match (start, end) {
        (Bound::Included(start), Bound::Included(end)) => start <= end,
        (Bound::Included(start) | Bound::Excluded(start), Bound::Included(end) | Bound::Excluded(end)) => {
            start < end
        }
        _ => true,
    }
}

/// Writes a range of lengths into `schema`; whether any length is left.
pub(super) fn write_len<T: Measured>(
    schema: &mut Map<String, Value>,
    range: &impl RangeBounds<usize>,
) -> bool {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(least) => least.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let greatest = match range.end_bound() {
        Bound::Included(greatest) => Some(*greatest),
        Bound::Excluded(0) => return false,
        Bound::Excluded(end) => Some(end - 1),
        Bound::Unbounded => None,
    };
    if least > 0 {
        schema.insert(T::LEAST.to_owned(), least.into());
    }
    if let Some(greatest) = greatest {
        schema.insert(T::GREATEST.to_owned(), greatest.into());
    }
    greatest.is_none_or(|greatest| least <= greatest)
}
