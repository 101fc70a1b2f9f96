//! Anthropic, `strict: true` and `output_config.format`. Source: the structured-outputs guide, and the
//! Python SDK's `transform_schema`.

use serde_json::Value;

use super::rules::{Fate, strict_fate};
use super::types::is_width;

/// The string formats that are enforced.
pub(super) const FORMATS: [&str; 10] =
    ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

#[allow(clippy::match_same_arms, reason = "a table, in the order of its rules")]
pub(super) fn fate(keyword: &str, value: &Value) -> Fate {
    match keyword {
        "title" => Fate::Keep,
        "minItems" if matches!(value.as_u64(), Some(0 | 1)) => Fate::Keep,
        "minItems" | "maxItems" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum"
        | "multipleOf" | "pattern" => Fate::Describe,
        // In words the widths would only be noise.
        "format" if is_width(value) => Fate::Strip,
        "format" if value.as_str().is_some_and(|format| FORMATS.contains(&format)) => Fate::Keep,
        "format" => Fate::Describe,
        _ => strict_fate(keyword, value),
    }
}
