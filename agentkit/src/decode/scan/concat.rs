//! Strings that are joined by `+`, as in JavaScript.

use super::reader::{Place, Reader};
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, OWNED, pos};
use crate::decode::repair::RepairKind;

impl Reader<'_> {
    /// Joins the string literals after the `+` here to the one before; `false` where that is none.
    pub(super) fn concat(&mut self) -> Option<bool> {
        let place = self.tape.nodes.len().wrapping_sub(1);
        let quoted = |node: &Node| node.kind == Kind::String && !node.has(BARE);
        let Some(last) = self.tape.nodes.get(place).copied().filter(quoted) else { return Some(false) };
        // The text so far, at the end of the buffer.
        let from = if last.has(OWNED) { last.a } else { pos(self.tape.owned.len()) };
        self.own(last.flags, (last.a as usize, last.b as usize));
        // What is mended from here on is mended in that value, not in a next one.
        self.uncount();
        let (mut flags, mut end) = (last.flags | OWNED, self.at);
        while self.bytes.get(self.at) == Some(&b'+') && flags & CUT == 0 {
            let plus = self.at;
            self.at += 1;
            self.trivia()?;
            let start = self.at;
            let next = self.quoted(Place::Member)?;
            self.own(next.flags, next.text);
            flags |= next.flags;
            self.mended(&next, start);
            self.repair(RepairKind::StringConcat, plus, self.at);
            end = self.at;
            self.trivia()?;
        }
        self.count();
        self.so_far.guessed |= flags & INNER != 0;
        let to = pos(self.tape.owned.len());
        let node = self.tape.nodes.get_mut(place)?;
        (node.a, node.b, node.flags, node.end) = (from, to, flags, pos(end));
        Some(true)
    }

    /// Copies a text of the reply's to the end of the buffer.
    fn own(&mut self, flags: u8, (from, to): (usize, usize)) {
        if flags & OWNED == 0 {
            self.tape.owned.push_str(self.text.get(from..to).unwrap_or_default());
        }
    }
}
