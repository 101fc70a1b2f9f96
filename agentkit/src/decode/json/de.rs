//! The tree as a serde data source.

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::access::{Key, Variant};
use super::{Json, Kind, Node, Positions, View, is_plain_integer};
use crate::decode::error::{DecodeError, DecodeErrorKind, excerpt};

/// One value of a tree; `taken` belongs to the root only.
#[derive(Clone, Copy)]
pub(super) struct Value<'de> {
    view: View<'de>,
    at: usize,
    taken: &'de [usize],
}

impl<'de> Value<'de> {
    fn node(self) -> &'de Node {
        self.view.node(self.at)
    }

    pub(super) fn text(self) -> &'de str {
        self.view.text(self.node())
    }

    fn child(self, at: usize) -> Self {
        Self { at, taken: &[], ..self }
    }

    fn seq(self) -> Seq<'de> {
        Seq { parent: self, children: self.view.children(self.at), index: 0, left: self.node().a as usize }
    }

    fn map(self) -> Map<'de> {
        let positions = Positions { children: self.view.children(self.at), taken: self.taken };
        let left = (self.node().a as usize).saturating_sub(self.taken.len());
        Map { parent: self, positions, pending: None, left }
    }

    /// Adds where in the reply the value stands, unless a value inside has done so.
    pub(super) fn locate(self, error: DecodeError) -> DecodeError {
        if error.span().end > 0 || !error.path().is_empty() {
            return error;
        }
        DecodeError::new(error.kind(), self.node().span(), error.detail())
    }

    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let text = self.text();
        if !is_plain_integer(text) {
            return match text.parse::<f64>() {
                Ok(value) if value.is_finite() => visitor.visit_f64(value),
                _ => Err(too_large(text)),
            };
        }
        if let Ok(value) = text.parse::<u64>() {
            visitor.visit_u64(value)
        } else if let Ok(value) = text.parse::<i64>() {
            visitor.visit_i64(value)
        } else if let Ok(value) = text.parse::<u128>() {
            visitor.visit_u128(value)
        } else if let Ok(value) = text.parse::<i128>() {
            visitor.visit_i128(value)
        } else {
            Err(too_large(text))
        }
    }

    fn unexpected(self) -> Unexpected<'de> {
        match self.node().kind {
            Kind::Null | Kind::Undefined => Unexpected::Unit,
            Kind::True => Unexpected::Bool(true),
            Kind::False => Unexpected::Bool(false),
            Kind::Number => Unexpected::Other("number"),
            Kind::String | Kind::Key => Unexpected::Str(self.text()),
            Kind::Array => Unexpected::Seq,
            Kind::Object => Unexpected::Map,
        }
    }
}

fn too_large(text: &str) -> DecodeError {
    let detail = format!("the number {} does not fit into any number type", excerpt(text));
    DecodeError::new(DecodeErrorKind::Constraint, 0..0, detail)
}

impl<'de> Deserializer<'de> for Value<'de> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        let result = match self.node().kind {
            Kind::Null | Kind::Undefined => visitor.visit_unit(),
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            Kind::Number => self.number(visitor),
            Kind::String | Kind::Key => visitor.visit_borrowed_str(self.text()),
            Kind::Array => visitor.visit_seq(self.seq()),
            Kind::Object => visitor.visit_map(self.map()),
        };
        result.map_err(|error| self.locate(error))
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_f64(visitor)
    }

    /// A float straight from its text, so that it is rounded once.
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match (self.node().kind, self.text().parse::<f64>()) {
            (Kind::Number, Ok(value)) if value.is_finite() => visitor.visit_f64(value),
            _ => self.deserialize_any(visitor),
        }
    }

    /// A number for a type that reads texts is given by its source text: decimals stay exact.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.node().kind {
            Kind::Number => visitor.visit_borrowed_str(self.text()).map_err(|error| self.locate(error)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.node().kind {
            Kind::Null | Kind::Undefined => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let result = match self.node().kind {
            Kind::String => visitor.visit_enum(Variant { name: self.text(), value: None }),
            Kind::Object => {
                let mut map = self.map();
                match (map.positions.next(), map.positions.next()) {
                    (Some((key, value)), None) => {
                        let name = self.view.text(self.view.node(key));
                        visitor.visit_enum(Variant { name, value: Some(self.child(value)) })
                    }
                    _ => Err(DecodeError::custom(format_args!(
                        "expected an object with one member out of {}",
                        variants.join(", ")
                    ))),
                }
            }
            _ => Err(DecodeError::invalid_type(self.unexpected(), &"a string or an object with one member")),
        };
        result.map_err(|error| self.locate(error))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any string
    }
}

struct Seq<'de> {
    parent: Value<'de>,
    children: super::node::Children<'de>,
    index: usize,
    left: usize,
}

impl<'de> SeqAccess<'de> for Seq<'de> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DecodeError> {
        let Some(at) = self.children.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        self.left = self.left.saturating_sub(1);
        let element = self.parent.child(at);
        seed.deserialize(element).map(Some).map_err(|error| element.locate(error).within(&index.to_string()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

struct Map<'de> {
    parent: Value<'de>,
    positions: Positions<'de>,
    pending: Option<(usize, usize)>,
    left: usize,
}

impl<'de> MapAccess<'de> for Map<'de> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some(pair) = self.positions.next() else { return Ok(None) };
        self.pending = Some(pair);
        self.left = self.left.saturating_sub(1);
        seed.deserialize(Key(self.parent.child(pair.0))).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, DecodeError> {
        let Some((key, at)) = self.pending.take() else {
            return Err(DecodeError::custom("a value was asked for before its key"));
        };
        let value = self.parent.child(at);
        seed.deserialize(value).map_err(|error| value.locate(error).within(self.parent.child(key).text()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

macro_rules! delegate {
    ($($method:ident($($arg:ident: $type:ty),*),)*) => {
        $(fn $method<V: Visitor<'de>>(self, $($arg: $type,)* visitor: V) -> Result<V::Value, DecodeError> {
            Value::from(self).$method($($arg,)* visitor)
        })*
    };
}

impl<'de> From<&'de Json> for Value<'de> {
    fn from(json: &'de Json) -> Self {
        Self { view: json.view(), at: json.at, taken: &json.taken }
    }
}

impl<'de> Deserializer<'de> for &'de Json {
    type Error = DecodeError;

    delegate! {
        deserialize_any(), deserialize_str(), deserialize_f32(), deserialize_f64(), deserialize_option(),
        deserialize_newtype_struct(name: &'static str),
        deserialize_enum(name: &'static str, variants: &'static [&'static str]),
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 char bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any string
    }
}
