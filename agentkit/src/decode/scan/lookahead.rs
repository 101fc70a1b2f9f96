//! Bounded looks ahead: what a quote, a comma or a line break is followed by.

use super::reader::{Place, Reader};
use crate::decode::text::unicode_space;

/// How much white space is looked over, in bytes.
const MAX_SPACE: usize = 256;
/// The longest key that is looked at, in bytes.
const MAX_KEY: usize = 64;

/// What a quote inside of a string is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    Yes,
    No,
    /// It may be either.
    Unclear,
}

impl Reader<'_> {
    /// The closing quote's text and the length of the opening one, if one stands at `at`.
    pub(super) fn quote_at(&self, at: usize) -> Option<(&'static str, usize)> {
        Some(match self.bytes.get(at)? {
            b'"' => ("\"", 1),
            b'\'' => ("'", 1),
            b'`' => ("`", 1),
            0xc2 | 0xe2 => {
                let c = self.text.get(at..)?.chars().next()?;
                let close = match c {
                    '“' | '”' | '„' => "”",
                    '‘' | '’' => "’",
                    '«' => "»",
                    _ => return None,
                };
                (close, c.len_utf8())
            }
            _ => return None,
        })
    }

    fn look(&self, bytes: usize) {
        self.looked.set(self.looked.get() + bytes);
    }

    /// The next place that is no white space, and whether a line ended; `None` where there is too much of it.
    fn next(&self, at: usize) -> Option<(usize, bool)> {
        let mut next = at;
        while next - at < MAX_SPACE {
            let space = match self.bytes.get(next) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => 1,
                Some(0x80.. | 0x0b | 0x0c) => unicode_space(self.text, next).unwrap_or(0),
                _ => 0,
            };
            if space == 0 {
                let newline = self.bytes.get(at..next).is_some_and(|space| space.contains(&b'\n'));
                return Some((next, newline));
            }
            next += space;
            self.look(space);
        }
        None
    }

    /// Whether the quote that ends at `at` closes its string.
    pub(super) fn closes(&self, at: usize, place: Place) -> Closing {
        let Some((next, newline)) = self.next(at) else { return Closing::Yes };
        let closes = match self.bytes.get(next) {
            None | Some(b'}' | b']') => true,
            _ if place == Place::Key => true,
            Some(b',') => self.comma_separates(next + 1, place),
            Some(b'#') => true,
            Some(b'/') => matches!(self.bytes.get(next + 1), Some(b'/' | b'*')),
            Some(b'+') => self.next(next + 1).is_some_and(|(next, _)| self.quote_at(next).is_some()),
            Some(_) if newline => match place {
                Place::Element => self.value_follows(next),
                _ => self.key_follows(next),
            },
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
    pub(super) fn key_follows(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let end = match self.quote_at(at) {
            Some((close, len)) => {
                let Some(inner) = rest.as_bytes().get(len..) else { return false };
                let window = inner.get(..inner.len().min(MAX_KEY)).unwrap_or_default();
                let found = memchr::memmem::find(window, close.as_bytes());
                self.look(found.unwrap_or(window.len()));
                // A key that the reply ends in.
                let Some(found) = found else { return inner.len() < MAX_KEY };
                at + len + found + close.len()
            }
            None => {
                let len = bare_key_len(rest);
                self.look(len + 1);
                if len == 0 {
                    return false;
                }
                at + len
            }
        };
        let after = self.next(end).and_then(|(next, _)| self.bytes.get(next));
        after == Some(&b':')
    }

    /// Whether a value begins at `at`: a string, number, bracket or literal, but no other word.
    pub(super) fn value_follows(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        match rest.bytes().next() {
            Some(b'{' | b'[' | b'-' | b'0'..=b'9') => true,
            _ if self.quote_at(at).is_some() => true,
            _ => {
                let len = rest.bytes().take(MAX_KEY).take_while(u8::is_ascii_alphabetic).count();
                super::word::literal(rest.get(..len).unwrap_or_default()).is_some()
            }
        }
    }
}

/// The length of the key without quotes at the beginning of a text.
pub(super) fn bare_key_len(text: &str) -> usize {
    let part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.' | '\\');
    let len: usize = text.chars().take(MAX_KEY).take_while(part).map(char::len_utf8).sum();
    if len <= MAX_KEY { len } else { 0 }
}
