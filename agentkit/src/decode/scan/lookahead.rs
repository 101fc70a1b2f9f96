//! Bounded looks ahead: what a quote, a comma or a line break is followed by.

use super::reader::{Place, Reader};
use crate::decode::text::{Bytes, unicode_space};

/// How much white space is looked over, in bytes.
const MAX_SPACE: usize = 256;
/// The longest key that is looked at, in bytes.
pub(super) const MAX_KEY: usize = 64;

/// What quotes begin with; the last two are the first bytes of the typographic ones.
const QUOTES: Bytes = Bytes::of(b"\"'`\xc2\xe2");

/// What keys without quotes are made of, in ASCII.
pub(super) const BARE_KEYS: Bytes = Bytes::of(b"_$-.\\").and(&Bytes::ALPHANUMERIC);

/// What a quote inside of a string is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    Yes,
    No,
    /// No, if it is one of a pair; alone, it may end an element that one without an opening quote follows.
    InPair,
    /// It may be either.
    Unclear,
}

impl Reader<'_> {
    /// The closing quote's text and the length of the opening one, if one stands at `at`.
    #[inline]
    pub(super) fn quote_at(&self, at: usize) -> Option<(&'static str, usize)> {
        let quote = self.bytes.get(at).is_some_and(|&byte| QUOTES.has(byte));
        if quote { self.any_quote_at(at) } else { None }
    }

    #[inline(never)]
    fn any_quote_at(&self, at: usize) -> Option<(&'static str, usize)> {
        match self.bytes.get(at)? {
            b'"' => Some(("\"", 1)),
            b'\'' => Some(("'", 1)),
            b'`' => Some(("`", 1)),
            _ => self.curly_at(at),
        }
    }

    fn curly_at(&self, at: usize) -> Option<(&'static str, usize)> {
        let c = self.text.get(at..)?.chars().next()?;
        let close = match c {
            '“' | '”' | '„' => "”",
            '‘' | '’' => "’",
            '«' => "»",
            _ => return None,
        };
        Some((close, c.len_utf8()))
    }

    fn look(&self, bytes: usize) {
        self.looked.set(self.looked.get() + bytes);
    }

    /// The next place that is no white space, and whether a line ended; `None` where there is too much of it.
    #[inline]
    fn next(&self, at: usize) -> Option<(usize, bool)> {
        match self.bytes.get(at) {
            None | Some(b'!'..=b'~') => Some((at, false)),
            // The common case.
            Some(b' ') if matches!(self.bytes.get(at + 1), Some(b'!'..=b'~')) => {
                self.look(1);
                Some((at + 1, false))
            }
            Some(_) => self.next_after_space(at),
        }
    }

    #[inline(never)]
    fn next_after_space(&self, at: usize) -> Option<(usize, bool)> {
        let (mut next, mut newline) = (at, false);
        while next - at < MAX_SPACE {
            match self.bytes.get(next) {
                Some(b' ' | b'\r' | b'\t') => next += 1,
                Some(b'\n') => (next, newline) = (next + 1, true),
                Some(0x80.. | 0x0b | 0x0c) if let Some(space) = unicode_space(self.text, next) => {
                    next += space;
                }
                _ => {
                    self.look(next - at);
                    return Some((next, newline));
                }
            }
        }
        self.look(next - at);
        None
    }

    /// Whether the quote that ends at `at` closes its string.
    pub(super) fn closes(&self, at: usize, place: Place) -> Closing {
        let Some((next, newline)) = self.next(at) else { return Closing::Yes };
        let closes = match self.bytes.get(next) {
            None | Some(b'}' | b']') => true,
            _ if place == Place::Key => true,
            Some(b',') if self.comma_separates(next + 1, place) => true,
            Some(b',') if place == Place::Element => return Closing::InPair,
            Some(b'#') => true,
            Some(b'/') => matches!(self.bytes.get(next + 1), Some(b'/' | b'*')),
            Some(b'+') => self.next(next + 1).is_some_and(|(next, _)| self.quote_at(next).is_some()),
            Some(_) if newline && place == Place::Element => {
                return if self.value_follows(next) { Closing::Yes } else { Closing::InPair };
            }
            Some(_) if newline => self.key_follows(next),
            Some(_) if self.quote_at(next).is_some() => {
                if self.options.same_line_commas {
                    return Closing::Yes;
                }
                return if next > at { Closing::Unclear } else { Closing::No };
            }
            Some(_) => false,
        };
        if closes { Closing::Yes } else { Closing::No }
    }

    #[inline]
    fn comma_separates(&self, at: usize, place: Place) -> bool {
        let Some((next, _)) = self.next(at) else { return true };
        match self.bytes.get(next) {
            None | Some(b'}' | b']' | b'#') => true,
            Some(b'/') => matches!(self.bytes.get(next + 1), Some(b'/' | b'*')),
            Some(b',') => place == Place::Member,
            Some(_) if place == Place::Element => self.value_follows(next),
            Some(_) => self.key_follows(next),
        }
    }

    /// Whether a key and its colon stand at `at`.
    #[inline]
    pub(super) fn key_follows(&self, at: usize) -> bool {
        if let Some((close, len)) = self.quote_at(at) {
            return self.quoted_key_follows(at + len, close);
        }
        let len = self.bare_key_len(at);
        self.look(len + 1);
        len > 0 && self.colon_follows(at + len)
    }

    /// The same, of a key whose text begins at `at`. A key that the reply ends in counts.
    #[inline(never)]
    fn quoted_key_follows(&self, at: usize, close: &str) -> bool {
        let window = self.bytes.get(at..self.bytes.len().min(at + MAX_KEY)).unwrap_or_default();
        let found = match close.as_bytes() {
            [quote] => window.iter().position(|byte| byte == quote),
            close => memchr::memmem::find(window, close),
        };
        self.look(found.unwrap_or(window.len()));
        match found {
            Some(found) => self.colon_follows(at + found + close.len()),
            None => window.len() < MAX_KEY,
        }
    }

    fn colon_follows(&self, at: usize) -> bool {
        self.next(at).and_then(|(next, _)| self.bytes.get(next)) == Some(&b':')
    }

    /// The length of the key without quotes at `at`.
    #[inline]
    pub(super) fn bare_key_len(&self, at: usize) -> usize {
        let window = self.bytes.get(..self.bytes.len().min(at + MAX_KEY + 1)).unwrap_or(self.bytes);
        let end = BARE_KEYS.end(window, at);
        let len = if let Some(0x80..) = window.get(end) { self.wide_key_len(at) } else { end - at };
        if len <= MAX_KEY { len } else { 0 }
    }

    /// The length of one with other letters than those of ASCII.
    #[inline(never)]
    fn wide_key_len(&self, at: usize) -> usize {
        let part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.' | '\\');
        let rest = self.text.get(at..).unwrap_or_default();
        rest.chars().take(MAX_KEY).take_while(part).map(char::len_utf8).sum()
    }

    /// Whether a value begins at `at`: a string, number, bracket or literal, but no other word.
    pub(super) fn value_follows(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            Some(b'{' | b'[' | b'-' | b'0'..=b'9') => true,
            _ if self.quote_at(at).is_some() => true,
            _ => {
                let rest = self.bytes.get(at..).unwrap_or_default();
                let len = rest.iter().take(MAX_KEY).take_while(|byte| byte.is_ascii_alphabetic()).count();
                self.text.get(at..at + len).and_then(super::word::literal).is_some()
            }
        }
    }
}
