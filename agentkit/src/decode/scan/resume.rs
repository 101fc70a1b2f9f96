//! Where tolerant reading takes over from strict reading.

use super::reader::{Reader, State};
use crate::decode::strict::{Open, Parser};

impl Reader<'_> {
    /// Takes over what the strict parser read before it met a fault, so that it is not read again.
    ///
    /// All of it stands, but for the last value if that is no container: what looks like the end of a string,
    /// a number or a word may be none, and is read again.
    pub(super) fn resume(&mut self, strict: &mut Parser<'_>) -> State {
        strict.hand_over(&mut self.tape, &mut self.open);
        self.so_far.begun = self.open.len() > 1;
        let last = self.last_value();
        let nodes = &mut self.tape.nodes;
        let Some(open) = self.open.last_mut() else { return State::Value };
        let Some(last) = last else {
            nodes.truncate(open.at + 1);
            self.at = nodes.last().map_or(self.at, |node| node.start as usize + 1);
            return if open.object { State::Key } else { State::Element };
        };
        let Some(node) = nodes.get(last) else { return State::Value };
        if node.is_container() {
            self.so_far.begun = true;
            self.at = node.end as usize;
            let next = node.next as usize;
            nodes.truncate(next);
            return State::After;
        }
        self.at = node.start as usize;
        nodes.truncate(last);
        open.count -= 1;
        // A key and its colon, or another element.
        self.so_far.begun |= open.object || open.count > 0;
        State::Value
    }

    /// The last value that is complete in the innermost container.
    fn last_value(&self) -> Option<usize> {
        let Open { at, count, object } = *self.open.last()?;
        let view = self.tape.view();
        let nth = if object { 2 * count } else { count } as usize;
        // The container has no end yet, so its children are walked by hand.
        let children = std::iter::successors(Some(at + 1), |&child| Some(view.node(child).next as usize));
        children.take(nth).last()
    }
}
