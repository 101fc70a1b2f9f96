//! What stands without quotes: keys, numbers, literals and words.

use super::reader::{Place, Reader};
use crate::decode::json::{BARE, CUT, Kind, OWNED, is_json};
use crate::decode::repair::RepairKind;
use crate::decode::text::{Bytes, number_end};

/// The longest text without quotes, in bytes.
pub(super) const MAX_WORDS: usize = 128;

/// What numbers are made of, in all their spellings.
const IN_NUMBERS: Bytes = Bytes::of(b"0123456789+-._eE");
/// What literals begin with.
const LITERAL_INITIALS: Bytes = Bytes::of(b"tfnTFNu");
/// What can follow a number or literal.
const AFTER_TOKENS: Bytes = Bytes::of(b" \t\n\r,}]:/#\"'");
/// What ends a text without quotes, or shows that it is none.
pub(super) const WORDS_END: Bytes = Bytes::of(b"}]\n\r,\"'`{[():\\<>/#");

/// The literal that a word is, and whether JSON spells it like that.
pub(super) fn literal(word: &str) -> Option<(Kind, bool)> {
    known_literal(word.as_bytes())
        .filter(|&(.., len)| len == word.len())
        .map(|(kind, known, _)| (kind, known))
}

/// The literal at `at`, with nothing of a word after it; whether JSON spells it like that, and its length.
#[inline]
pub(super) fn literal_at(bytes: &[u8], at: usize) -> Option<(Kind, bool, usize)> {
    let rest =
        bytes.get(at..).filter(|rest| rest.first().is_some_and(|&first| LITERAL_INITIALS.has(first)))?;
    known_literal(rest).filter(|(.., len)| ends(bytes, at + len))
}

/// Whether a number or literal can end here.
fn ends(bytes: &[u8], end: usize) -> bool {
    bytes.get(end).is_none_or(|&next| AFTER_TOKENS.has(next))
}

/// The literal that a text begins with.
fn known_literal(text: &[u8]) -> Option<(Kind, bool, usize)> {
    Some(match text {
        [b't', b'r', b'u', b'e', ..] => (Kind::True, true, 4),
        [b'f', b'a', b'l', b's', b'e', ..] => (Kind::False, true, 5),
        [b'n', b'u', b'l', b'l', ..] => (Kind::Null, true, 4),
        [b'T', b'r', b'u', b'e', ..] | [b'T', b'R', b'U', b'E', ..] => (Kind::True, false, 4),
        [b'F', b'a', b'l', b's', b'e', ..] | [b'F', b'A', b'L', b'S', b'E', ..] => (Kind::False, false, 5),
        [b'N', b'o', b'n', b'e', ..] | [b'N', b'u', b'l', b'l', ..] | [b'N', b'U', b'L', b'L', ..] => {
            (Kind::Null, false, 4)
        }
        _ if text.starts_with(b"undefined") => (Kind::Undefined, false, 9),
        _ => return None,
    })
}

impl Reader<'_> {
    /// Reads a key without quotes.
    pub(super) fn bare_key(&mut self) -> Option<()> {
        let start = self.at;
        let len = self.bare_key_len(start);
        if len == 0 {
            return None;
        }
        self.at += len;
        let cut = if self.at == self.text.len() { CUT } else { 0 };
        self.push(Kind::Key, cut, (start, self.at), start);
        Some(())
    }

    /// Reads a number, a literal or a string without quotes.
    pub(super) fn word(&mut self, place: Place) -> Option<()> {
        let first = *self.bytes.get(self.at)?;
        match first {
            b'0'..=b'9' | b'+' | b'-' | b'.' if self.number(place) => Some(()),
            b'a'..=b'z' | b'A'..=b'Z' if self.literal() => Some(()),
            _ => self.words(place),
        }
    }

    fn number(&mut self, place: Place) -> bool {
        let start = self.at;
        let plain = number_end(self.bytes, start).filter(|&end| ends(self.bytes, end));
        let end = plain.unwrap_or_else(|| IN_NUMBERS.end(self.bytes, start));
        let cut = if end == self.text.len() && place != Place::Root { CUT } else { 0 };
        if plain.is_some() {
            self.at = end;
            self.push(Kind::Number, cut, (start, end), start);
            return true;
        }
        let token = self.text.get(start..end).filter(|_| ends(self.bytes, end));
        let Some((number, kind)) = token.and_then(mended) else { return false };
        self.at = end;
        let from = self.tape.owned.len();
        self.tape.owned.push_str(&number);
        self.push(Kind::Number, cut | OWNED, (from, self.tape.owned.len()), start);
        self.repair(kind, start, end);
        true
    }

    fn literal(&mut self) -> bool {
        let start = self.at;
        let Some((kind, known, len)) = literal_at(self.bytes, start) else { return false };
        self.at = start + len;
        self.push(kind, 0, (start, self.at), start);
        if !known && kind != Kind::Undefined {
            self.repair(RepairKind::PythonLiteral, start, self.at);
        }
        true
    }

    /// Reads words up to the end of the line or what separates values.
    fn words(&mut self, place: Place) -> Option<()> {
        let start = self.at;
        if !matches!(self.bytes.get(start)?, b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z')
            && !self.text.get(start..)?.starts_with(char::is_alphanumeric)
        {
            return None;
        }
        let window = self.bytes.get(..self.bytes.len().min(start + MAX_WORDS + 1)).unwrap_or(self.bytes);
        let mut end = start;
        loop {
            end = WORDS_END.find(window, end);
            match window.get(end) {
                None if end < self.bytes.len() => return None,
                // A comma that no key follows may be part of the text.
                Some(b',') if place == Place::Member && !self.key_or_end_follows(end + 1) => return None,
                None | Some(b'}' | b']' | b'\n' | b'\r' | b',') => break,
                Some(b'/' | b'#') if self.bytes.get(end.wrapping_sub(1)) == Some(&b' ') => break,
                Some(b'/' | b'#') => end += 1,
                Some(_) => return None,
            }
        }
        let cut = if end == self.text.len() && place != Place::Root { CUT } else { 0 };
        let spaced = self.bytes.get(end.wrapping_sub(1)).is_none_or(|byte| !byte.is_ascii_graphic());
        self.at = if spaced { start + self.text.get(start..end)?.trim_end().len() } else { end };
        self.push(Kind::String, cut | BARE, (start, self.at), start);
        Some(())
    }

    fn key_or_end_follows(&self, at: usize) -> bool {
        let next = crate::decode::text::space_end(self.bytes, at);
        matches!(self.bytes.get(next), None | Some(b'}')) || self.key_follows(next)
    }
}

/// The number that a token of digits and signs is, in the spelling of JSON.
fn mended(token: &str) -> Option<(String, RepairKind)> {
    if !token.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (sign, digits) = match token.as_bytes().first()? {
        b'+' => ("", token.get(1..)?),
        b'-' => ("-", token.get(1..)?),
        _ => ("", token),
    };
    if digits.contains('_') {
        let bytes = digits.as_bytes();
        let between = |at: usize| {
            let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
            at > 0 && digit(at - 1) && digit(at + 1)
        };
        let plain = format!("{sign}{}", digits.replace('_', ""));
        let placed = digits.match_indices('_').all(|(at, _)| between(at));
        return (placed && is_json(&plain)).then_some((plain, RepairKind::PythonNumber));
    }
    let lead = if digits.starts_with('.') { "0" } else { "" };
    let trail = if digits.ends_with('.') { "0" } else { "" };
    let plain = format!("{sign}{lead}{digits}{trail}");
    is_json(&plain).then_some((plain, RepairKind::Json5Number))
}
