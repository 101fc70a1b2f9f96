//! A decoded value as a tree whose numbers keep their source text.

mod access;
mod de;
mod eq;
mod node;
mod number;
mod value;

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use super::error::DecodeError;
pub(super) use eq::same;
pub(super) use node::{BARE, CUT, INNER, Kind, Node, OWNED, Tape, View, pos};
pub(super) use number::{Decimal, compare, equal, is_json, is_plain_integer};

/// A JSON value.
///
/// Numbers keep their source text, so an `i128`, a 23-digit identifier or a decimal loses nothing on
/// its way into the type that asks for it. A clone, a member and an element are cheap: they share the
/// tree. Nesting is at most as deep as [`Options::max_depth`](super::Options::max_depth) allowed.
#[derive(Clone)]
pub struct Json {
    tape: Arc<Tape>,
    at: usize,
    /// Members that were taken out, by the position of their key.
    taken: Vec<usize>,
}

/// The kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Json {
    /// The value of a whole tree, with a copy of the text that it was read from.
    pub(super) fn of(mut tape: Tape, source: &str) -> Self {
        source.clone_into(&mut tape.source);
        Self { tape: Arc::new(tape), at: 0, taken: Vec::new() }
    }

    /// Reads strict JSON, at most 4 MiB of it and 128 levels deep, without a schema.
    pub fn parse(text: &str) -> Result<Self, DecodeError> {
        let options = super::Options::default();
        super::pick::check_size(text, &options)?;
        Ok(Self::of(super::strict::parse(text, options.max_depth)?, text))
    }

    fn child(&self, at: usize) -> Self {
        Self { tape: Arc::clone(&self.tape), at, taken: Vec::new() }
    }

    fn view(&self) -> View<'_> {
        self.tape.view()
    }

    fn node(&self) -> &Node {
        self.view().node(self.at)
    }

    /// What kind of value this is.
    pub fn kind(&self) -> JsonKind {
        match self.node().kind {
            Kind::Null | Kind::Undefined => JsonKind::Null,
            Kind::True | Kind::False => JsonKind::Bool,
            Kind::Number => JsonKind::Number,
            Kind::String | Kind::Key => JsonKind::String,
            Kind::Array => JsonKind::Array,
            Kind::Object => JsonKind::Object,
        }
    }

    /// The boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.node().kind {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        let node = self.node();
        (node.kind == Kind::String).then(|| self.view().text(node))
    }

    /// The number's text, if this is a number.
    pub fn as_number(&self) -> Option<&str> {
        let node = self.node();
        (node.kind == Kind::Number).then(|| self.view().text(node))
    }

    /// How many elements or members there are; zero for a scalar.
    pub fn len(&self) -> usize {
        let node = self.node();
        let count = if node.is_container() { node.a as usize } else { 0 };
        count - self.taken.len().min(count)
    }

    /// Whether there are no elements or members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of an array; none for any other value.
    pub fn elements(&self) -> impl Iterator<Item = Self> + '_ {
        let array = self.node().kind == Kind::Array;
        self.view().children(self.at).filter(move |_| array).map(|at| self.child(at))
    }

    /// The members of an object, in their order; none for any other value.
    pub fn members(&self) -> Members<'_> {
        Members { json: self, children: self.positions() }
    }

    /// The positions of the keys and values that were not taken.
    fn positions(&self) -> Positions<'_> {
        let object = self.node().kind == Kind::Object;
        let children = self.view().children(if object { self.at } else { usize::MAX - 1 });
        Positions { children, taken: &self.taken }
    }

    fn find(&self, name: &str) -> Option<(usize, usize)> {
        let view = self.view();
        self.positions().find(|&(key, _)| view.text(view.node(key)) == name)
    }

    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<Self> {
        self.find(name).map(|(_, value)| self.child(value))
    }

    /// Removes and returns a member of an object.
    pub fn take(&mut self, name: &str) -> Option<Self> {
        let (key, value) = self.find(name)?;
        self.taken.push(key);
        Some(self.child(value))
    }

    /// The value as a Rust type.
    ///
    /// The error carries the path of the value that does not fit.
    pub fn deserialize<'de, T: Deserialize<'de>>(&'de self) -> Result<T, DecodeError> {
        T::deserialize(self)
    }

    /// The value as serde_json has it.
    ///
    /// An integer beyond 64 bits becomes the nearest `f64` there, as when serde_json reads it.
    pub fn to_value(&self) -> serde_json::Value {
        value::to_value(self)
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[derive(Clone)]
struct Positions<'j> {
    children: node::Children<'j>,
    taken: &'j [usize],
}

impl Iterator for Positions<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        loop {
            let pair = (self.children.next()?, self.children.next()?);
            if !self.taken.contains(&pair.0) {
                return Some(pair);
            }
        }
    }
}

/// The members of an object; see [`Json::members`].
pub struct Members<'j> {
    json: &'j Json,
    children: Positions<'j>,
}

impl<'j> Iterator for Members<'j> {
    type Item = (&'j str, Json);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = self.children.next()?;
        let view = self.json.view();
        Some((view.text(view.node(key)), self.json.child(value)))
    }
}

impl fmt::Debug for Members<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Members").field("of", self.json).finish_non_exhaustive()
    }
}
