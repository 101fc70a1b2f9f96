//! Strings, in whatever quotes.

use memchr::memmem;

use super::lookahead::Closing;
use super::reader::{Place, Reader};
use crate::decode::json::{CUT, INNER, Kind, OWNED};
use crate::decode::repair::RepairKind;
use crate::decode::text::{Escape, escape, plain_end};

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

/// A string that was read, without a node.
pub(super) struct Quoted {
    pub(super) flags: u8,
    pub(super) text: (usize, usize),
    /// What was done to its quotes, and inside of it.
    quotes: Option<RepairKind>,
    seen: u8,
}

impl Reader<'_> {
    /// Reads the string whose opening quote is here; `None` is a fault.
    pub(super) fn string(&mut self, kind: Kind, place: Place) -> Option<()> {
        let start = self.at;
        let read = self.quoted(place)?;
        self.push(kind, read.flags, read.text, start);
        self.mended(&read, start);
        Some(())
    }

    /// Notes what was mended of the string that began at `start`.
    pub(super) fn mended(&mut self, read: &Quoted, start: usize) {
        let inside = SEEN.into_iter().filter(|(bit, _)| read.seen & bit != 0).map(|(_, repair)| repair);
        if read.quotes.is_some() || read.seen != 0 {
            for repair in read.quotes.into_iter().chain(inside) {
                self.repair(repair, start, self.at);
            }
        }
    }

    pub(super) fn quoted(&mut self, place: Place) -> Option<Quoted> {
        match self.plain(place) {
            Some(read) => Some(read),
            None => self.any_quoted(place),
        }
    }

    /// Reads a string that the first such quote in it ends for sure. Two quotes may be another way to begin one.
    #[inline]
    fn plain(&mut self, place: Place) -> Option<Quoted> {
        let start = self.at + 1;
        let quote = *self.bytes.get(self.at).filter(|quote| matches!(quote, b'"' | b'\'' | b'`'))?;
        let end = plain_end(self.bytes, start, quote);
        if place == Place::Root || end == start || self.bytes.get(end) != Some(&quote) {
            return None;
        }
        if place != Place::Key && self.closes(end + 1, place) != Closing::Yes {
            return None;
        }
        self.at = end + 1;
        let quotes = (quote != b'"').then_some(RepairKind::SingleQuotes);
        Some(Quoted { flags: 0, text: (start, end), quotes, seen: 0 })
    }

    fn any_quoted(&mut self, place: Place) -> Option<Quoted> {
        let start = self.at;
        let (close, len) = self.quote_at(start)?;
        let (close, len, quotes) = match close {
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
        Some(Quoted { flags: flags | cut, text, quotes, seen: draft.seen })
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
                self.at = plain_end(self.bytes, self.at, first);
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
}

/// Whether a string opens with two quotes: `""text""`. An empty string is followed by a separator.
fn is_doubled(text: &str) -> bool {
    let after = text.strip_prefix("\"\"").and_then(|rest| rest.chars().next());
    after.is_some_and(|c| !c.is_whitespace() && !matches!(c, ',' | '}' | ']' | ':' | '/' | '#' | '+'))
}
