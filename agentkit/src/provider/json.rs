//! JSON written straight into a body.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::{ProviderError, ProviderErrorKind};

/// What writing returns.
pub(crate) type Written = Result<(), ProviderError>;

/// Writes one value.
pub(crate) fn value<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> Written {
    serde_json::to_writer(out, value).map_err(|error| {
        let message = "the request could not be written as JSON";
        ProviderError::new(ProviderErrorKind::InvalidRequest, message).with_attempts(0).with_source(error)
    })
}

/// Writes `items` as an array, each by `one`.
pub(crate) fn array<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut one: impl FnMut(&mut Vec<u8>, T) -> Written,
) -> Written {
    out.push(b'[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        one(out, item)?;
    }
    out.push(b']');
    Ok(())
}

/// Writes a call's arguments as an object: as they stand, if they are one; nothing at all as `{}`; anything
/// else as `{"INVALID_JSON": "…"}`, so that a slip of the model's does not spoil the requests after it.
pub(crate) fn arguments(out: &mut Vec<u8>, text: &str) -> Written {
    let json = text.trim();
    if json.is_empty() {
        out.extend_from_slice(b"{}");
    } else if json.starts_with('{') && serde_json::from_str::<&RawValue>(json).is_ok() {
        out.extend_from_slice(json.as_bytes());
    } else {
        let mut object = Object::open(out);
        object.field("INVALID_JSON", text)?;
        object.close();
    }
    Ok(())
}

/// An object, member by member.
pub(crate) struct Object<'o> {
    out: &'o mut Vec<u8>,
    empty: bool,
}

impl<'o> Object<'o> {
    /// Opens it.
    pub(crate) fn open(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self { out, empty: true }
    }

    /// Writes a member's name (which needs no escapes), and returns where its value goes.
    pub(crate) fn key(&mut self, name: &str) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.out
    }

    /// Writes the name of a member that was named by others, and returns where its value goes.
    pub(crate) fn foreign_key(&mut self, name: &str) -> Result<&mut Vec<u8>, ProviderError> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        value(self.out, name)?;
        self.out.push(b':');
        Ok(self.out)
    }

    /// Writes a member.
    pub(crate) fn field<T: Serialize + ?Sized>(&mut self, name: &str, content: &T) -> Written {
        value(self.key(name), content)
    }

    /// Writes a member, if there is something to write.
    pub(crate) fn option<T: Serialize>(&mut self, name: &str, content: Option<T>) -> Written {
        content.map_or(Ok(()), |content| self.field(name, &content))
    }

    /// Writes a member whose value is JSON already.
    pub(crate) fn raw(&mut self, name: &str, json: &str) {
        self.key(name).extend_from_slice(json.as_bytes());
    }

    /// Closes it.
    pub(crate) fn close(self) {
        self.out.push(b'}');
    }
}

/// A request's body: an object whose members the caller can add to and override
/// (see [`Settings::extra`](crate::model::Settings::extra)).
///
/// A member of the caller's takes the place of the provider's own, except that two objects are merged.
pub(crate) struct Body<'o> {
    object: Object<'o>,
    extra: &'o Map<String, Value>,
    seen: Vec<&'static str>,
}

impl<'o> Body<'o> {
    /// Opens it.
    pub(crate) fn open(out: &'o mut Vec<u8>, extra: &'o Map<String, Value>) -> Self {
        Self { object: Object::open(out), extra, seen: Vec::new() }
    }

    /// Writes a small member.
    pub(crate) fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, content: &T) -> Written {
        let Some(theirs) = self.extra.get(name) else {
            return self.object.field(name, content);
        };
        self.seen.push(name);
        match serde_json::to_value(content) {
            Ok(mut ours) => {
                merge(&mut ours, theirs);
                self.object.field(name, &ours)
            }
            Err(_) => self.object.field(name, theirs),
        }
    }

    /// Writes a small member, if there is something to write.
    pub(crate) fn option<T: Serialize>(&mut self, name: &'static str, content: Option<T>) -> Written {
        content.map_or(Ok(()), |content| self.field(name, &content))
    }

    /// Writes a large member by `write`, unless the caller has one of that name.
    pub(crate) fn with(
        &mut self,
        name: &'static str,
        write: impl FnOnce(&mut Vec<u8>) -> Written,
    ) -> Written {
        if let Some(theirs) = self.extra.get(name) {
            self.seen.push(name);
            return self.object.field(name, theirs);
        }
        write(self.object.key(name))
    }

    /// Writes what is left of the caller's members, and closes it.
    pub(crate) fn close(mut self) -> Written {
        for (name, content) in self.extra {
            if !self.seen.contains(&name.as_str()) {
                value(self.object.foreign_key(name)?, content)?;
            }
        }
        self.object.close();
        Ok(())
    }
}

/// Puts `theirs` over `ours`: objects member by member, anything else whole.
fn merge(ours: &mut Value, theirs: &Value) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (name, content) in theirs {
                merge(ours.entry(name.as_str()).or_insert(Value::Null), content);
            }
        }
        (ours, theirs) => ours.clone_from(theirs),
    }
}
