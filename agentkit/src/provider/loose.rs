//! Reading what a provider should have sent.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{ProviderError, ProviderErrorKind};

/// A count that may be missing, `null`, fractional or nonsense; all but a count is 0.
pub(crate) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    optional_count(deserializer).map(Option::unwrap_or_default)
}

/// A count, if there is one.
pub(crate) fn optional_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let raw = <&RawValue>::deserialize(deserializer)?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating, as wanted")]
    let whole = |float: f64| float as u64;
    Ok(raw.get().parse().ok().or_else(|| raw.get().parse().ok().map(whole)))
}

/// A text that may be missing or `null`; a number or a boolean counts as its spelling.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(as_text(raw))
}

/// A scalar as text.
pub(crate) fn as_text(raw: &RawValue) -> Option<String> {
    match raw.get().as_bytes().first() {
        Some(b'"') => serde_json::from_str(raw.get()).ok(),
        Some(b'n' | b'{' | b'[') | None => None,
        Some(_) => Some(raw.get().to_owned()),
    }
}

/// An array's members that may be missing or `null`, each as its own JSON.
pub(crate) fn items<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<&'a RawValue>, D::Error> {
    let raw = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(raw.get()).unwrap_or_default())
}

/// Reads a whole body.
pub(crate) fn body<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, ProviderError> {
    let read = || {
        // Else an array would be read as the members in order.
        if matches!(body.iter().find(|byte| !byte.is_ascii_whitespace()), Some(b'[')) {
            return Err(serde_json::Error::custom("an array was found where an object was expected"));
        }
        serde_json::from_slice(body)
    };
    read().map_err(|error| {
        let message =
            format!("the reply is not what the protocol says: {error}; it reads: {}", excerpt(body));
        ProviderError::new(ProviderErrorKind::Protocol, message).with_source(error)
    })
}

/// Reads a part of a reply.
pub(crate) fn part<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, ProviderError> {
    body(json.as_bytes())
}

/// The beginning of a body, to be shown to people: one line, at most 200 characters.
pub(crate) fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..1000).unwrap_or(body));
    let mut words = String::new();
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    match words.char_indices().nth(200) {
        Some((end, _)) => format!("`{}…`", &words[..end]),
        None if words.is_empty() => "nothing".to_owned(),
        None => format!("`{words}`"),
    }
}
