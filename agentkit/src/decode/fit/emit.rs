//! The tree that is made while fitting.

use super::Input;
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, OWNED, Tape, View, pos};

/// Nodes in document order. Their texts lie in the reply, or in a buffer that begins with the reply's own.
pub(super) struct Out {
    nodes: Vec<Node>,
    owned: String,
}

impl Out {
    pub(super) fn new(view: View<'_>) -> Self {
        Self { nodes: Vec::with_capacity(view.nodes.len()), owned: view.owned.to_owned() }
    }

    pub(super) fn empty() -> Self {
        Self { nodes: Vec::new(), owned: String::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn truncate(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
    }

    /// Takes off what was appended since.
    pub(super) fn split_off(&mut self, nodes: usize) -> Vec<Node> {
        self.nodes.split_off(nodes.min(self.nodes.len()))
    }

    pub(super) fn append(&mut self, nodes: &[Node]) {
        self.nodes.extend_from_slice(nodes);
    }

    pub(super) fn view<'v>(&'v self, source: &'v str) -> View<'v> {
        View { nodes: &self.nodes, source, owned: &self.owned }
    }

    pub(super) fn into_tape(self) -> Tape {
        Tape { nodes: self.nodes, source: String::new(), owned: self.owned }
    }

    /// Appends a scalar or key as it is.
    pub(super) fn copy(&mut self, input: Input<'_>, node: &Node) {
        self.copy_as(input, node, node.kind);
    }

    pub(super) fn copy_as(&mut self, input: Input<'_>, node: &Node, kind: Kind) {
        if input.outer {
            self.push(kind, node.flags & !(CUT | BARE | INNER), (node.a, node.b), node);
        } else {
            self.text(kind, input.view.text(node), node);
        }
    }

    /// Appends a scalar or key with a text of its own.
    pub(super) fn text(&mut self, kind: Kind, text: &str, node: &Node) {
        let start = self.owned.len();
        self.owned.push_str(text);
        self.push(kind, OWNED, (pos(start), pos(self.owned.len())), node);
    }

    fn push(&mut self, kind: Kind, flags: u8, (a, b): (u32, u32), node: &Node) {
        let next = pos(self.nodes.len() + 1);
        self.nodes.push(Node { kind, flags, a, b, next, start: node.start, end: node.end });
    }

    /// Opens a container; where it stands.
    pub(super) fn open(&mut self, kind: Kind, node: &Node) -> usize {
        let at = self.nodes.len();
        self.push(kind, 0, (0, 0), node);
        at
    }

    pub(super) fn close(&mut self, open: usize, count: u32) {
        let next = pos(self.nodes.len());
        if let Some(node) = self.nodes.get_mut(open) {
            (node.a, node.next) = (count, next);
        }
    }
}
