//! Tags: thinking blocks, wrappers and special tokens.

use memchr::memchr;

use super::Scan;
use crate::decode::repair::RepairKind;
use crate::decode::text::Bytes;

/// The names of thinking blocks.
const THINKING: [&str; 8] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad"];
/// The longest tag that is looked at, in bytes.
const MAX_TAG: usize = 128;

/// Whether a tag of this name holds thinking, and no answer.
pub(in crate::decode) fn is_thinking(name: &str) -> bool {
    THINKING.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// What ends the name in a tag.
const NAME_END: Bytes = Bytes::of(b" \t\n\r\x0b\x0c>");
/// What ends a tag, or shows that it is none.
const TAG_END: Bytes = Bytes::of(b"><{[");

/// A tag, and where it ends.
struct Tag<'a> {
    name: &'a str,
    closing: bool,
    end: usize,
}

impl<'a> Scan<'a> {
    /// Reads a tag. Whether the reply ends inside of a thinking block.
    pub(super) fn tag(&mut self) -> bool {
        let start = self.at;
        let Some(Tag { name, closing, end }) = self.tag_at(start) else {
            self.at += 1;
            self.prose(start, self.at);
            return false;
        };
        self.at = end;
        if !is_thinking(name) {
            if name.starts_with('|') {
                self.prose(start, end);
            } else {
                self.marks.tag = Some((start, end));
            }
            return false;
        }
        if closing {
            // Its beginning was cut off: all before it was thinking.
            self.forget();
            self.around(RepairKind::Think, 0, end);
            return false;
        }
        let close = self.thinking_end(name, end);
        self.at = close.unwrap_or(self.text.len());
        self.around(RepairKind::Think, start, self.at);
        self.found.thinking = close.is_none();
        self.found.thinking
    }

    /// Where the tag ends that closes this thinking block.
    fn thinking_end(&self, name: &str, mut at: usize) -> Option<usize> {
        loop {
            at += memchr(b'<', self.bytes.get(at..)?)? + 1;
            let rest =
                self.bytes.get(at..)?.strip_prefix(b"/").and_then(|rest| rest.strip_prefix(name.as_bytes()));
            if rest.is_some_and(|rest| rest.starts_with(b">")) {
                return Some(at + name.len() + 2);
            }
        }
    }

    /// The tag that begins at `start`. Each byte is looked at once: none contains the beginning of another.
    fn tag_at(&self, start: usize) -> Option<Tag<'a>> {
        let closing = self.bytes.get(start + 1) == Some(&b'/');
        let begin = start + 1 + usize::from(closing);
        let first = self.bytes.get(begin)?;
        if !(first.is_ascii_alphabetic() || matches!(first, b'_' | b'|')) {
            return None;
        }
        let inner = self.bytes.get(..self.bytes.len().min(start + 1 + MAX_TAG))?;
        let end = TAG_END.find(inner, begin);
        if inner.get(end) != Some(&b'>') {
            return None;
        }
        let name = self.text.get(begin..NAME_END.find(inner, begin))?.trim_end_matches('/');
        Some(Tag { name, closing, end: end + 1 })
    }
}
