//! `OpenAI`, `strict: true`. Source: the structured-outputs guide, "Supported schemas".

use serde_json::Value;

use super::rules::{Fate, strict_fate};
use super::types::is_width;

/// The string formats that strict mode takes.
pub(super) const FORMATS: [&str; 9] =
    ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

#[allow(clippy::match_same_arms, reason = "a table, in the order of its rules")]
pub(super) fn fate(keyword: &str, value: &Value) -> Fate {
    match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minItems"
        | "maxItems" => Fate::Keep,
        "pattern" if value.as_str().is_some_and(is_portable) => Fate::Keep,
        "pattern" => Fate::Describe,
        "format" if is_width(value) => Fate::Strip,
        "format" if value.as_str().is_some_and(|format| FORMATS.contains(&format)) => Fate::Keep,
        "format" => Fate::Describe,
        _ => strict_fate(keyword, value),
    }
}

/// Whether a regular expression has only what strict mode takes: no look-around and no back-references.
pub(super) fn is_portable(pattern: &str) -> bool {
    let bytes = pattern.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => {
                if bytes.get(at + 1).is_some_and(|next| matches!(next, b'1'..=b'9' | b'k')) {
                    return false;
                }
                at += 1;
            }
            b'(' if bytes.get(at + 1) == Some(&b'?') && bytes.get(at + 2) != Some(&b':') => return false,
            _ => {}
        }
        at += 1;
    }
    true
}
