//! Wrappers around the value that is wanted.

use crate::decode::json::{CUT, Kind, View};
use crate::decode::repair::RepairKind;
use crate::decode::schema::{Compiled, Id};

/// The one value in a wrapper: `{name, arguments}`, an object with one member or an array with one element.
pub(super) fn unwrapped(view: View<'_>, schema: &Compiled, id: Id) -> Option<(usize, RepairKind)> {
    let node = view.node(0);
    if node.has(CUT) {
        return None;
    }
    let is_container = |&at: &usize| view.node(at).is_container();
    match node.kind {
        Kind::Array if node.a == 1 => view
            .children(0)
            .next()
            .filter(|&at| view.node(at).kind == Kind::Object)
            .map(|at| (at, RepairKind::UnwrapSingle)),
        Kind::Object if node.a == 1 => {
            let (key, value) = view.members(0).next()?;
            // A member that the schema names is no wrapper, even where its value does not fit.
            if names(schema, id, view.text(view.node(key))) {
                return None;
            }
            Some(value).filter(is_container).map(|at| (at, RepairKind::UnwrapSingle))
        }
        Kind::Object => {
            let mut called = false;
            let mut arguments = None;
            for (key, value) in view.members(0) {
                match view.text(view.node(key)) {
                    "name" | "tool" | "function" if view.node(value).kind == Kind::String => called = true,
                    "arguments" | "parameters" | "input" | "args" if arguments.is_none() => {
                        arguments = Some(value);
                    }
                    "id" | "type" => {}
                    _ => return None,
                }
            }
            arguments
                .filter(|_| called && !names(schema, id, "arguments"))
                .map(|at| (at, RepairKind::UnwrapCall))
        }
        _ => None,
    }
}

/// Whether an object's schema, or a branch of it, names a member.
fn names(schema: &Compiled, id: Id, name: &str) -> bool {
    let mut open = vec![id];
    let mut seen = std::collections::HashSet::new();
    while let Some(id) = open.pop() {
        let rules = schema.rules(id);
        if rules.object.as_ref().is_some_and(|object| object.folded.knows(name)) {
            return true;
        }
        if seen.insert(id) {
            open.extend(&rules.union);
        }
    }
    false
}
