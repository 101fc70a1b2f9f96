//! The tree as a value is read into it.

use super::reader::{Reader, State};
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, Tape, pos};
use crate::decode::repair::RepairKind;
use crate::decode::strict::Open;

impl Reader<'_> {
    /// A value was added to the innermost container.
    pub(super) fn count(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
    }

    /// The last value of the innermost container is not whole yet.
    pub(super) fn uncount(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.count = open.count.saturating_sub(1);
        }
    }

    /// Ends the innermost container after its bracket.
    pub(super) fn close(&mut self) -> State {
        self.at += 1;
        self.end_container(0);
        self.count();
        State::After
    }

    fn end_container(&mut self, flags: u8) {
        let Some(open) = self.open.pop() else { return };
        let (next, end) = (pos(self.tape.nodes.len()), pos(self.at));
        if let Some(node) = self.tape.nodes.get_mut(open.at) {
            (node.a, node.next, node.end) = (open.count, next, end);
            node.flags |= flags;
        }
    }

    /// Ends all containers that the reply ends in.
    pub(super) fn close_all(&mut self) {
        self.at = self.text.len();
        while !self.open.is_empty() {
            self.end_container(CUT);
            self.count();
        }
    }

    pub(super) fn push(&mut self, kind: Kind, flags: u8, (a, b): (usize, usize), start: usize) {
        self.so_far.guessed |= flags & (BARE | INNER) != 0;
        let next = pos(self.tape.nodes.len() + 1);
        let node = Node { kind, flags, a: pos(a), b: pos(b), next, start: pos(start), end: pos(self.at) };
        self.tape.nodes.push(node);
    }

    pub(super) fn repair(&mut self, kind: RepairKind, start: usize, end: usize) {
        let (open, tape, text) = (&self.open, &self.tape, self.text);
        self.repairs.add(kind, || path(open, tape, text, false), start, end);
    }

    /// Notes what was mended between the members or elements of the innermost container.
    pub(super) fn repair_between(&mut self, kind: RepairKind, start: usize, end: usize) {
        let (open, tape, text) = (&self.open, &self.tape, self.text);
        self.repairs.add(kind, || path(open, tape, text, true), start, end);
    }
}

/// The way to the place that is being read, or to the container around it.
fn path(open: &[Open], tape: &Tape, text: &str, around: bool) -> String {
    use std::fmt::Write as _;
    let view = tape.view_of(text);
    let mut path = String::new();
    let steps = open.len().saturating_sub(usize::from(around));
    for (depth, container) in open.iter().enumerate().take(steps) {
        if !container.object {
            let _ = write!(path, "/{}", container.count);
            continue;
        }
        // The key of the value that is open, or the last one.
        let until = open.get(depth + 1).map_or(tape.nodes.len(), |inner| inner.at);
        let key = tape.nodes.get(container.at + 1..until).unwrap_or_default().iter().rev();
        if let Some(key) = key.take(2).find(|node| node.kind == Kind::Key) {
            path.push('/');
            crate::decode::error::push_escaped(&mut path, view.text(key));
        }
    }
    path
}
