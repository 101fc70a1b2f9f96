//! A tool's result as the model reads it.

use std::fmt;

use serde::ser::{Impossible, Serialize, Serializer};

use super::{ToolError, ToolValue};

/// What the model is told of a returned value: text as it is, `()` as `done`, all else as JSON.
pub(crate) fn into_text<T: ToolValue>(value: &T) -> Result<String, ToolError> {
    value
        .serialize(Text)
        .or_else(|NotText| serde_json::to_string(value))
        .map_err(|error| ToolError::fatal(format_args!("the result does not serialise: {error}")))
}

/// Serialises what is text already; anything else is [`NotText`], found out at its first token.
struct Text;

#[derive(Debug)]
struct NotText;

impl fmt::Display for NotText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not text")
    }
}

impl std::error::Error for NotText {}

impl serde::ser::Error for NotText {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! not_text {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok, NotText> {
            Err(NotText)
        }
    )*};
}

type Never = Impossible<String, NotText>;

impl Serializer for Text {
    type Ok = String;
    type Error = NotText;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    fn serialize_str(self, text: &str) -> Result<String, NotText> {
        Ok(text.to_owned())
    }

    fn serialize_char(self, c: char) -> Result<String, NotText> {
        Ok(c.to_string())
    }

    fn serialize_unit(self) -> Result<String, NotText> {
        Ok("done".to_owned())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<String, NotText> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, NotText> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<String, NotText> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, NotText> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, NotText> {
        Err(NotText)
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<String, NotText> {
        Ok(value.to_string())
    }

    not_text! {
        serialize_bool(bool) -> String;
        serialize_i8(i8) -> String;
        serialize_i16(i16) -> String;
        serialize_i32(i32) -> String;
        serialize_i64(i64) -> String;
        serialize_i128(i128) -> String;
        serialize_u8(u8) -> String;
        serialize_u16(u16) -> String;
        serialize_u32(u32) -> String;
        serialize_u64(u64) -> String;
        serialize_u128(u128) -> String;
        serialize_f32(f32) -> String;
        serialize_f64(f64) -> String;
        serialize_bytes(&[u8]) -> String;
        serialize_none() -> String;
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }
}
