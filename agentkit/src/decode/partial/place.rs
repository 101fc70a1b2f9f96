//! Where in the growing value the reply is.

use serde_json::{Map, Value};

use super::PartialDecoder;
use super::guide::Ids;
use crate::decode::schema::types;

/// The deepest nesting that is followed.
const MAX_DEPTH: usize = 128;

/// A container that is open.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) object: bool,
    /// What it may be; nothing where it is not shown.
    ids: Ids,
    /// The key of the member that is being read, by its name in the schema.
    key: Option<String>,
    /// How many elements came, shown or not.
    count: usize,
    /// Where it stands in the one around it: the place of an element that is shown.
    place: usize,
}

impl PartialDecoder {
    /// Opens a container. Whether that could be done.
    pub(super) fn open(&mut self, object: bool) -> bool {
        if self.frames.len() >= MAX_DEPTH {
            return false;
        }
        let mask = if object { types::OBJECT } else { types::ARRAY };
        let ids = self.next.allowing(self.schema.compiled(), mask);
        let mut place = 0;
        if !ids.is_empty() {
            let value = if object { Value::Object(Map::new()) } else { Value::Array(Vec::new()) };
            place = self.show(value).unwrap_or(0);
        }
        self.begun |= !self.frames.is_empty();
        self.frames.push(Frame { object, ids, key: None, count: 0, place });
        if !object {
            self.next_element();
        }
        true
    }

    /// Ends the innermost container; `false` where that is of the other kind.
    pub(super) fn close(&mut self, object: bool) -> bool {
        if self.frames.last().is_none_or(|frame| frame.object != object) {
            return false;
        }
        self.begun = true;
        self.frames.pop();
        true
    }

    /// Goes on to the next element, or expects the next key.
    pub(super) fn next_element(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        if !frame.object {
            self.next = frame.ids.element(self.schema.compiled(), frame.count);
            frame.count += 1;
        }
    }

    /// Takes a whole key. Of a key that stands there twice, the first value stays what is shown.
    pub(super) fn member(&mut self, written: &str) {
        let Some(frame) = self.frames.last() else { return };
        let (name, ids) = frame.ids.member(self.schema.compiled(), written);
        let twice = self.container().and_then(|object| object.get(&name)).is_some();
        let Some(frame) = self.frames.last_mut() else { return };
        (frame.key, self.next) = if twice { (None, Ids::default()) } else { (Some(name), ids) };
    }

    /// Puts a value where it belongs; its place, if that is an array.
    pub(super) fn show(&mut self, value: Value) -> Option<usize> {
        let Some(frame) = self.frames.last() else {
            self.root = value;
            return None;
        };
        if frame.ids.is_empty() {
            return None;
        }
        let key = frame.key.clone();
        match (self.container()?, key) {
            (Value::Object(map), Some(key)) => {
                map.insert(key, value);
                None
            }
            (Value::Array(elements), _) => {
                elements.push(value);
                Some(elements.len() - 1)
            }
            _ => None,
        }
    }

    /// Shows a scalar, which may tell the branches of its object apart.
    pub(super) fn show_scalar(&mut self, value: Value) {
        if let Some(frame) = self.frames.last_mut()
            && frame.object
            && let Some(key) = &frame.key
        {
            frame.ids.narrow(self.schema.compiled(), key, &value);
        }
        self.show(value);
    }

    /// The innermost container, if it is shown.
    fn container(&mut self) -> Option<&mut Value> {
        let mut value = &mut self.root;
        for pair in self.frames.windows(2) {
            let [outer, inner] = pair else { return None };
            if inner.ids.is_empty() {
                return None;
            }
            value = match value {
                Value::Object(map) => map.get_mut(outer.key.as_deref()?)?,
                Value::Array(elements) => elements.get_mut(inner.place)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// The string that is growing.
    fn growing(&mut self) -> Option<&mut String> {
        let frame = self.frames.last()?;
        let key = frame.key.clone();
        let value = match (self.container()?, key) {
            (Value::Object(map), Some(key)) => map.get_mut(&key)?,
            (Value::Array(elements), _) => elements.last_mut()?,
            _ => return None,
        };
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Shows what has come of the string that is growing.
    pub(super) fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        if let Some(text) = self.growing() {
            text.push_str(&pending);
        }
        // Keeps the buffer.
        self.pending = pending;
        self.pending.clear();
    }

    pub(super) fn next_allows(&self, mask: u8) -> bool {
        self.next.allows(self.schema.compiled(), mask)
    }
}
