//! Equality by value.

use std::collections::HashMap;

use super::{Json, Kind, View, equal};

/// Numbers are equal by value, objects whatever the order of their members.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        if self.taken.is_empty() && other.taken.is_empty() {
            return same(&self.view(), self.at, &other.view(), other.at);
        }
        self.len() == other.len()
            && self.kind() == other.kind()
            && self.members().all(|(key, value)| other.get(key) == Some(value))
    }
}

/// Whether two subtrees are equal by value. The depth of a tree is limited when it is read.
pub(in crate::decode) fn same(a: &View<'_>, at: usize, b: &View<'_>, bt: usize) -> bool {
    let (x, y) = (a.node(at), b.node(bt));
    if x.kind != y.kind {
        return false;
    }
    match x.kind {
        Kind::Null | Kind::True | Kind::False | Kind::Undefined => true,
        Kind::Number => a.bytes(x) == b.bytes(y) || equal(a.text(x), b.text(y)),
        Kind::String | Kind::Key => a.bytes(x) == b.bytes(y),
        Kind::Array => x.a == y.a && a.children(at).zip(b.children(bt)).all(|(at, bt)| same(a, at, b, bt)),
        Kind::Object => x.a == y.a && same_members(a, at, b, bt),
    }
}

/// Each value is compared once, so that nesting costs nothing extra.
fn same_members(a: &View<'_>, at: usize, b: &View<'_>, bt: usize) -> bool {
    let mut keys = a.members(at).zip(b.members(bt));
    if keys.all(|((k, _), (l, _))| a.text(a.node(k)) == b.text(b.node(l))) {
        return a.members(at).zip(b.members(bt)).all(|((_, v), (_, w))| same(a, v, b, w));
    }
    let index: HashMap<&str, usize> = b.members(bt).map(|(k, v)| (b.text(b.node(k)), v)).collect();
    let mut all = a.members(at).map(|(k, v)| (a.text(a.node(k)), v));
    all.all(|(key, value)| index.get(key).is_some_and(|&other| same(a, value, b, other)))
}
