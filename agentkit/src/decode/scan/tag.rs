//! Tags: thinking blocks, wrappers and special tokens.

use memchr::memmem;

use super::Scan;
use crate::decode::repair::RepairKind;

/// The names of thinking blocks.
const THINKING: [&str; 8] =
    ["think", "thinking", "thought", "thoughts", "reasoning", "reflection", "analysis", "scratchpad"];
/// The longest tag that is looked at, in bytes.
const MAX_TAG: usize = 128;

/// Whether a tag of this name holds thinking, and no answer.
pub(in crate::decode) fn is_thinking(name: &str) -> bool {
    THINKING.iter().any(|known| name.eq_ignore_ascii_case(known))
}

impl Scan<'_> {
    /// Reads a tag. Whether the reply ends inside of a thinking block.
    pub(super) fn tag(&mut self) -> bool {
        let start = self.at;
        let Some((name, closing, end)) = self.tag_at(start) else {
            self.at += 1;
            self.prose(start, self.at);
            return false;
        };
        self.at = end;
        if !is_thinking(&name) {
            if name.starts_with('|') {
                self.prose(start, end);
            } else {
                self.marks.tag_end = Some(end);
            }
            return false;
        }
        if closing {
            // Its beginning was cut off: all before it was thinking.
            self.found = super::Scanned { steps: self.found.steps, ..super::Scanned::default() };
            self.marks = super::Marks::default();
            self.around(RepairKind::Think, 0, end);
            return false;
        }
        let wanted = format!("</{name}>");
        let rest = self.bytes.get(end..).unwrap_or_default();
        let close = memmem::find(rest, wanted.as_bytes());
        self.at = close.map_or(self.text.len(), |close| end + close + wanted.len());
        self.around(RepairKind::Think, start, self.at);
        self.found.thinking = close.is_none();
        self.found.thinking
    }

    /// The name of the tag at `start`, whether it closes, and its end.
    fn tag_at(&self, start: usize) -> Option<(String, bool, usize)> {
        let rest = self.bytes.get(start + 1..)?;
        let len = rest.iter().take(MAX_TAG).position(|&byte| byte == b'>')?;
        let inner = self.text.get(start + 1..start + 1 + len)?;
        let (closing, inner) = match inner.strip_prefix('/') {
            Some(inner) => (true, inner),
            None => (false, inner),
        };
        let begins = inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '|');
        if !begins || inner.contains(['<', '{', '[']) {
            return None;
        }
        let name = inner.split_whitespace().next()?.trim_end_matches('/');
        Some((name.to_owned(), closing, start + 2 + len))
    }
}
