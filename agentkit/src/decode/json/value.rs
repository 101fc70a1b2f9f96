//! The tree as serde_json's value and as text.

use std::fmt;

use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Number, Value};

use super::{Json, JsonKind, is_plain_integer};

/// Recursion is safe here and below: the depth of a tree is limited when it is read.
pub(super) fn to_value(json: &Json) -> Value {
    match json.kind() {
        JsonKind::Null => Value::Null,
        JsonKind::Bool => Value::Bool(json.as_bool().unwrap_or_default()),
        JsonKind::Number => number(json.as_number().unwrap_or("0")),
        JsonKind::String => Value::String(json.as_str().unwrap_or_default().to_owned()),
        JsonKind::Array => Value::Array(json.elements().map(|element| to_value(&element)).collect()),
        JsonKind::Object => {
            let members = json.members().map(|(key, value)| (key.to_owned(), to_value(&value)));
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}

fn number(text: &str) -> Value {
    if is_plain_integer(text) {
        if let Ok(value) = text.parse::<u64>() {
            return Value::Number(value.into());
        }
        if let Ok(value) = text.parse::<i64>() {
            return Value::Number(value.into());
        }
    }
    text.parse().ok().and_then(Number::from_f64).map_or(Value::Null, Value::Number)
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            JsonKind::Null => serializer.serialize_unit(),
            JsonKind::Bool => serializer.serialize_bool(self.as_bool().unwrap_or_default()),
            JsonKind::Number => serialize_number(self.as_number().unwrap_or("0"), serializer),
            JsonKind::String => serializer.serialize_str(self.as_str().unwrap_or_default()),
            JsonKind::Array => {
                let mut seq = serializer.serialize_seq(Some(self.len()))?;
                self.elements().try_for_each(|element| seq.serialize_element(&element))?;
                seq.end()
            }
            JsonKind::Object => {
                let mut map = serializer.serialize_map(Some(self.len()))?;
                self.members().try_for_each(|(key, value)| map.serialize_entry(key, &value))?;
                map.end()
            }
        }
    }
}

fn serialize_number<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if is_plain_integer(text) {
        if let Ok(value) = text.parse::<u64>() {
            return serializer.serialize_u64(value);
        }
        if let Ok(value) = text.parse::<i64>() {
            return serializer.serialize_i64(value);
        }
        if let Ok(value) = text.parse::<u128>() {
            return serializer.serialize_u128(value);
        }
        if let Ok(value) = text.parse::<i128>() {
            return serializer.serialize_i128(value);
        }
        return Err(S::Error::custom(format_args!("{text} does not fit into 128 bits")));
    }
    serializer.serialize_f64(text.parse().map_err(S::Error::custom)?)
}

/// Compact JSON; numbers as they were written.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            JsonKind::Null => f.write_str("null"),
            JsonKind::Bool => write!(f, "{}", self.as_bool().unwrap_or_default()),
            JsonKind::Number => f.write_str(self.as_number().unwrap_or("0")),
            JsonKind::String => write_string(f, self.as_str().unwrap_or_default()),
            JsonKind::Array => {
                f.write_str("[")?;
                for (at, element) in self.elements().enumerate() {
                    f.write_str(if at == 0 { "" } else { "," })?;
                    fmt::Display::fmt(&element, f)?;
                }
                f.write_str("]")
            }
            JsonKind::Object => {
                f.write_str("{")?;
                for (at, (key, value)) in self.members().enumerate() {
                    f.write_str(if at == 0 { "" } else { "," })?;
                    write_string(f, key)?;
                    f.write_str(":")?;
                    fmt::Display::fmt(&value, f)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}
