//! Not strict: the schema is a hint to the model and goes out as it is, but for what is refused even so.
//! Sources: the error messages of both APIs ("array schema missing items", "`input_schema` does not support
//! oneOf, allOf, or anyOf at the top level"), and their tool-use guides.

use serde_json::{Map, Value, json};

use super::rules::Fate;
use super::types::{has_type, is_width};
use super::{ChangeKind, Target};

pub(super) fn fate(keyword: &str, value: &Value) -> Fate {
    match keyword {
        "format" if is_width(value) => Fate::Strip,
        "$schema" | "$id" | "$anchor" | "$comment" => Fate::Strip,
        _ => Fate::Keep,
    }
}

/// What even a loose schema must have: `(kind, what was done)`.
pub(super) fn complete(
    target: Target,
    map: &mut Map<String, Value>,
    is_root: bool,
) -> Option<(ChangeKind, &'static str)> {
    if target == Target::OpenAiLoose && has_type(map, "array") && !map.contains_key("items") {
        map.insert("items".to_owned(), json!({}));
        return Some((ChangeKind::Changed, "`items` is written out: any item"));
    }
    if is_root && !map.contains_key("properties") {
        map.insert("properties".to_owned(), json!({}));
        return Some((ChangeKind::Changed, "`properties` is written out: none"));
    }
    None
}
