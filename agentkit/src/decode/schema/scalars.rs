//! What keywords demand of numbers and texts.

use serde_json::{Map, Number, Value};

use super::SchemaError;
use super::folded::Folded;
use super::keywords::{higher, lower, regex, size};
use super::rules::{ArrayRules, Format, Members, NumberRules, StringRules};
use crate::decode::json::compare;

impl Members {
    pub(super) fn new(values: Vec<Value>) -> Self {
        let mut folded = Folded::default();
        for (place, value) in values.iter().enumerate() {
            if let Value::String(text) = value {
                folded.insert(text, place);
            }
        }
        Self { values, folded }
    }
}

impl ArrayRules {
    pub(super) fn demands_anything(&self) -> bool {
        !self.prefix.is_empty()
            || self.items.is_some()
            || self.min.is_some()
            || self.max.is_some()
            || self.unique
            || self.contains.is_some()
    }
}

/// A bound that Rust compares exactly.
struct Bound(Number);

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(std::cmp::Ordering::Equal)
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        compare(&self.0.to_string(), &other.0)
    }
}

pub(super) fn number(map: &Map<String, Value>, rules: &mut Option<NumberRules>) -> Result<(), SchemaError> {
    let get = |keyword: &str| match map.get(keyword) {
        Some(Value::Number(number)) => Some(Bound(number.clone())),
        _ => None,
    };
    // Draft 4 had a flag where a bound stands now.
    let flagged = |keyword: &str| map.get(keyword) == Some(&Value::Bool(true));
    let (mut min, mut max) = (get("minimum"), get("maximum"));
    let (mut above, mut below) = (get("exclusiveMinimum"), get("exclusiveMaximum"));
    if flagged("exclusiveMinimum") {
        above = min.take();
    }
    if flagged("exclusiveMaximum") {
        below = max.take();
    }
    let multiple = get("multipleOf");
    let format = map.get("format").and_then(Value::as_str).and_then(Format::named);
    if [&min, &max, &above, &below, &multiple].iter().all(|bound| bound.is_none()) && format.is_none() {
        return Ok(());
    }
    if let Some(Bound(step)) = &multiple
        && step.as_f64().is_none_or(|step| step <= 0.0)
    {
        return Err(SchemaError::new(format!("`multipleOf` is greater than 0, not {step}")));
    }
    let rules = rules.get_or_insert_default();
    let merge =
        |slot: &mut Option<Number>, bound: Option<Bound>, pick: fn(&mut Option<Bound>, Option<Bound>)| {
            let mut held = slot.take().map(Bound);
            pick(&mut held, bound);
            *slot = held.map(|Bound(number)| number);
        };
    merge(&mut rules.min, min, higher);
    merge(&mut rules.max, max, lower);
    merge(&mut rules.above, above, higher);
    merge(&mut rules.below, below, lower);
    rules.multiple_of.extend(multiple.map(|Bound(step)| step));
    rules.format = rules.format.take().or(format);
    Ok(())
}

pub(super) fn string(map: &Map<String, Value>, rules: &mut Option<StringRules>) -> Result<(), SchemaError> {
    let (min, max) = (size(map, "minLength"), size(map, "maxLength"));
    let pattern = map.get("pattern").and_then(Value::as_str);
    if min.is_none() && max.is_none() && pattern.is_none() {
        return Ok(());
    }
    let rules = rules.get_or_insert_default();
    higher(&mut rules.min, min);
    lower(&mut rules.max, max);
    if let Some(pattern) = pattern {
        rules.patterns.push(regex(pattern)?);
    }
    Ok(())
}

impl Format {
    /// The integer type of a format, as schemars names them.
    fn named(name: &str) -> Option<Self> {
        let (min, max) = match name {
            "int8" => (i8::MIN.into(), i8::MAX.unsigned_abs().into()),
            "int16" => (i16::MIN.into(), i16::MAX.unsigned_abs().into()),
            "int32" => (i32::MIN.into(), i32::MAX.unsigned_abs().into()),
            "int64" | "int" => (i64::MIN.into(), i64::MAX.unsigned_abs().into()),
            "int128" => (i128::MIN, i128::MAX.unsigned_abs()),
            "uint8" => (0, u8::MAX.into()),
            "uint16" => (0, u16::MAX.into()),
            "uint32" => (0, u32::MAX.into()),
            "uint64" | "uint" => (0, u64::MAX.into()),
            "uint128" => (0, u128::MAX),
            _ => return None,
        };
        Some(Self { name: name.to_owned(), min, max })
    }

    /// An integer whose schema names no type has 64 bits, signed or not.
    pub(in crate::decode) fn plain_holds(text: &str) -> bool {
        text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()
    }

    /// Whether an integer's text is in range.
    pub(in crate::decode) fn holds(&self, text: &str) -> bool {
        match text.parse::<i128>() {
            Ok(value) if value < 0 => value >= self.min,
            Ok(value) => value.unsigned_abs() <= self.max,
            Err(_) => text.parse::<u128>().is_ok_and(|value| value <= self.max),
        }
    }
}
