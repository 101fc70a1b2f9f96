//! Members whose shape differs from server to server, read as text without a detour through a JSON tree.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Content: a text, `null`, or an array of parts of which the text counts.
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor).map(Self)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, null or parts")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_unit<E: de::Error>(self) -> Result<String, E> {
        Ok(String::new())
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<String, E> {
        Ok(String::new())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<String, A::Error> {
        let mut text = String::new();
        while let Some(Text(part)) = parts.next_element()? {
            text.push_str(&part);
        }
        Ok(text)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut part: A) -> Result<String, A::Error> {
        let mut text = String::new();
        while let Some(key) = part.next_key::<String>()? {
            if key == "text" {
                text = part.next_value::<Text>()?.0;
            } else {
                part.next_value::<IgnoredAny>()?;
            }
        }
        Ok(text)
    }
}

/// A call's arguments: JSON text, or the object itself.
#[derive(Debug, Default)]
pub(super) struct Arguments(pub(super) String);

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        match raw.as_bytes().first() {
            Some(b'"') => serde_json::from_str(raw).map(Self).map_err(de::Error::custom),
            Some(b'n') => Ok(Self::default()),
            _ => Ok(Self(raw.to_owned())),
        }
    }
}
