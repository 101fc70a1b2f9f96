//! Strings, in whatever quotes.

use memchr::memmem;

use super::lookahead::Closing;
use super::reader::{Place, Reader};
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, OWNED, pos};
use crate::decode::repair::RepairKind;
use crate::decode::text::{Escape, escape};

/// A string as it is read: its text so far, and what was seen.
struct Draft {
    /// Where its text begins in the tape's buffer.
    from: usize,
    /// What was not copied to the buffer yet.
    pending: usize,
    /// Whether an inner quote opened that has not been closed.
    quoting: bool,
    flags: u8,
    /// What was mended, in the bits of [`SEEN`].
    seen: u8,
}

/// What is mended inside of strings: the bit of each, and its repair.
const SEEN: [(u8, RepairKind); 3] = [
    (NEWLINE, RepairKind::RawNewlineInString),
    (CONTROL, RepairKind::RawControlInString),
    (INVALID, RepairKind::InvalidEscape),
];
const NEWLINE: u8 = 1;
const CONTROL: u8 = 1 << 1;
const INVALID: u8 = 1 << 2;

impl Reader<'_> {
    /// Reads the string whose opening quote is here; `None` is a fault.
    pub(super) fn string(&mut self, kind: Kind, place: Place) -> Option<()> {
        let start = self.at;
        let (close, len) = self.quote_at(start)?;
        let (close, len, repair) = match close {
            "\"" | "'" if self.bytes.get(start + 1) == self.bytes.get(start) => self.repeated(close, start),
            "\"" => ("\"", 1, None),
            "'" | "`" => (close, 1, Some(RepairKind::SingleQuotes)),
            close => (close, len, Some(RepairKind::CurlyQuotes)),
        };
        self.at = start + len;
        let mut draft =
            Draft { from: self.tape.owned.len(), pending: self.at, quoting: false, flags: 0, seen: 0 };
        let ended = self.body(&mut draft, close, place)?;
        let (flags, text) = if draft.from == self.tape.owned.len() {
            // Nothing was copied: the text is a slice of the reply.
            (draft.flags, (draft.pending, self.at))
        } else {
            self.flush(&mut draft);
            (draft.flags | OWNED, (draft.from, self.tape.owned.len()))
        };
        let cut = if ended { 0 } else { CUT };
        self.at += if ended { close.len() } else { 0 };
        self.push(kind, flags | cut, text, start);
        if let Some(repair) = repair {
            self.repair(repair, start, self.at);
        }
        if draft.seen != 0 {
            for (_, repair) in SEEN.into_iter().filter(|(bit, _)| draft.seen & bit != 0) {
                self.repair(repair, start, self.at);
            }
        }
        Some(())
    }

    /// What closes a string that begins with two quotes, the length of its opening, and the repair of that.
    fn repeated(&self, close: &'static str, start: usize) -> (&'static str, usize, Option<RepairKind>) {
        let rest = self.text.get(start..).unwrap_or_default();
        match close {
            "\"" if rest.starts_with("\"\"\"") => ("\"\"\"", 3, Some(RepairKind::TripleQuotes)),
            "'" if rest.starts_with("'''") => ("'''", 3, Some(RepairKind::TripleQuotes)),
            "\"" if is_doubled(rest) => ("\"\"", 2, Some(RepairKind::DoubledQuotes)),
            "\"" => (close, 1, None),
            _ => (close, 1, Some(RepairKind::SingleQuotes)),
        }
    }

    /// Reads up to the closing quote. Whether there was one.
    fn body(&mut self, draft: &mut Draft, close: &str, place: Place) -> Option<bool> {
        let first = *close.as_bytes().first()?;
        loop {
            if self.bytes.get(self.at) != Some(&b'\\') {
                self.at = next_special(self.bytes, self.at, first);
            }
            match self.bytes.get(self.at) {
                None => return Some(false),
                Some(b'\\') => {
                    if !self.escape(draft, close)? {
                        return Some(false);
                    }
                }
                Some(&byte) if byte < 0x20 => {
                    draft.seen |= if matches!(byte, b'\n' | b'\r') { NEWLINE } else { CONTROL };
                    self.at += 1;
                }
                Some(_) if close.len() > 1 && !self.text.get(self.at..)?.starts_with(close) => {
                    self.at += self.step();
                }
                Some(_) => {
                    if self.is_end(draft, close, place)? {
                        return Some(true);
                    }
                    draft.flags |= INNER;
                    self.at += close.len();
                }
            }
        }
    }

    /// The length of the character here.
    fn step(&self) -> usize {
        self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// Whether the quote here ends the string; `None` where it is unclear.
    fn is_end(&self, draft: &mut Draft, close: &str, place: Place) -> Option<bool> {
        let after = self.at + close.len();
        if place == Place::Root {
            // The end of a reply that is one string is that of the reply.
            return Some(after == self.text.len());
        }
        if place == Place::Key || (close.len() == 3 && close.is_ascii()) {
            return Some(true);
        }
        match self.closes(after, place) {
            Closing::Unclear => None,
            Closing::InPair if !draft.quoting => {
                // Without a quote after it, the text is cut.
                let rest = self.bytes.get(after..).unwrap_or_default();
                memmem::find(rest, close.as_bytes()).is_none().then_some(false)
            }
            // The partner of an inner quote, or the end: only one of them can be here.
            Closing::Yes if draft.quoting && !self.opens(draft, after) => {
                if self.ends_container(after) {
                    return None;
                }
                draft.quoting = false;
                Some(false)
            }
            Closing::Yes => Some(true),
            Closing::No | Closing::InPair => {
                draft.quoting = self.opens(draft, after);
                Some(false)
            }
        }
    }

    /// Whether the inner quote here, which ends at `after`, looks like one that opens.
    fn opens(&self, draft: &Draft, after: usize) -> bool {
        match self.bytes.get(after) {
            None | Some(b' ' | b'\t'..=b'\r') => return false,
            Some(0x80..)
                if self.text.get(after..).is_none_or(|rest| rest.starts_with(char::is_whitespace)) =>
            {
                return false;
            }
            Some(_) => {}
        }
        let before = self.bytes.get(draft.pending.min(self.at)..self.at).unwrap_or_default();
        match before.last() {
            Some(b' ' | b'\t'..=b'\r' | b'(' | b'[') => true,
            Some(0x80..) => {
                self.text.get(..self.at).is_some_and(|before| before.ends_with(char::is_whitespace))
            }
            _ => false,
        }
    }

    fn ends_container(&self, after: usize) -> bool {
        let next = crate::decode::text::space_end(self.bytes, after);
        matches!(self.bytes.get(next), None | Some(b'}' | b']'))
    }

    /// Reads an escape sequence; `false` where the reply ends in it.
    fn escape(&mut self, draft: &mut Draft, close: &str) -> Option<bool> {
        match escape(self.bytes, self.at) {
            Escape::Char(c, len) => {
                if draft.pending < self.at {
                    self.flush(draft);
                }
                self.tape.owned.push(c);
                self.at += len;
                draft.pending = self.at;
            }
            Escape::Invalid => {
                let next = self.bytes.get(self.at + 1).copied();
                if matches!(next, Some(b'\'' | b'`')) {
                    self.flush(draft);
                    if !close.starts_with(char::from(next.unwrap_or_default())) {
                        draft.seen |= INVALID;
                    }
                    draft.pending = self.at + 1;
                    self.at += 2;
                } else {
                    draft.seen |= INVALID;
                    self.at += 1;
                }
            }
            Escape::Surrogate => return None,
            Escape::Cut => {
                self.flush(draft);
                self.at = self.text.len();
                draft.pending = self.at;
                return Some(false);
            }
        }
        Some(true)
    }

    fn flush(&mut self, draft: &mut Draft) {
        self.tape.owned.push_str(self.text.get(draft.pending..self.at).unwrap_or_default());
        draft.pending = self.at;
    }

    /// Joins the string literals after the `+` here to the one before; `false` where that is none.
    pub(super) fn concat(&mut self) -> Option<bool> {
        let place = self.tape.nodes.len().wrapping_sub(1);
        let quoted = |node: &Node| node.kind == Kind::String && !node.has(BARE);
        let Some(last) = self.tape.nodes.get(place).copied().filter(quoted) else { return Some(false) };
        // The text so far, at the end of the buffer.
        let from = if last.has(OWNED) { last.a } else { pos(self.tape.owned.len()) };
        self.own(&last);
        let mut flags = last.flags | OWNED;
        while self.bytes.get(self.at) == Some(&b'+') {
            let plus = self.at;
            self.at += 1;
            self.trivia()?;
            self.string(Kind::String, Place::Member)?;
            let next = self.tape.nodes.pop()?;
            self.own(&next);
            flags |= next.flags;
            self.repair(RepairKind::StringConcat, plus, self.at);
            let node = self.tape.nodes.get_mut(place)?;
            node.end = pos(self.at);
            if next.has(CUT) {
                break;
            }
            self.trivia()?;
        }
        let to = pos(self.tape.owned.len());
        let node = self.tape.nodes.get_mut(place)?;
        (node.a, node.b, node.flags) = (from, to, flags);
        Some(true)
    }

    /// Copies a text of the reply's to the end of the buffer.
    fn own(&mut self, node: &Node) {
        if !node.has(OWNED) {
            let text = self.text.get(node.a as usize..node.b as usize).unwrap_or_default();
            self.tape.owned.push_str(text);
        }
    }
}

/// The next byte that may be a quote, an escape or a control character.
fn next_special(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    if quote == b'"' {
        return crate::decode::text::plain_end(bytes, at);
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == quote || byte == b'\\' || byte < 0x20 {
            break;
        }
        at += 1;
    }
    at
}

/// Whether a string opens with two quotes: `""text""`. An empty string is followed by a separator.
fn is_doubled(text: &str) -> bool {
    let after = text.strip_prefix("\"\"").and_then(|rest| rest.chars().next());
    after.is_some_and(|c| !c.is_whitespace() && !matches!(c, ',' | '}' | ']' | ':' | '/' | '#' | '+'))
}
