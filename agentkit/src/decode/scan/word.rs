//! What stands without quotes: keys, numbers, literals and words.

use super::lookahead::bare_key_len;
use super::reader::{Place, Reader};
use crate::decode::json::{BARE, CUT, Kind, OWNED, is_json};
use crate::decode::repair::RepairKind;

/// The longest text without quotes, in bytes.
const MAX_WORDS: usize = 128;

/// The literal that a word is, and whether JSON spells it like that.
pub(super) fn literal(word: &str) -> Option<(Kind, bool)> {
    Some(match word {
        "true" => (Kind::True, true),
        "false" => (Kind::False, true),
        "null" => (Kind::Null, true),
        "True" | "TRUE" => (Kind::True, false),
        "False" | "FALSE" => (Kind::False, false),
        "None" | "Null" | "NULL" => (Kind::Null, false),
        "undefined" => (Kind::Undefined, false),
        _ => return None,
    })
}

impl Reader<'_> {
    /// Reads a key without quotes.
    pub(super) fn bare_key(&mut self) -> Option<()> {
        let start = self.at;
        let len = bare_key_len(self.text.get(start..)?);
        if len == 0 {
            return None;
        }
        self.at += len;
        let cut = if self.at == self.text.len() { CUT } else { 0 };
        self.push(Kind::Key, cut, (start, self.at), start);
        self.repair(RepairKind::UnquotedKey, start, self.at);
        Some(())
    }

    /// Reads a number, a literal or a string without quotes.
    pub(super) fn word(&mut self, place: Place) -> Option<()> {
        let start = self.at;
        let rest = self.bytes.get(start..)?;
        let ends = |byte: &u8| {
            matches!(
                byte,
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']' | b':' | b'/' | b'#' | b'"' | b'\''
            )
        };
        let len = rest.iter().take(MAX_WORDS * 8).position(ends).unwrap_or(rest.len().min(MAX_WORDS * 8));
        let token = self.text.get(start..start + len)?;
        let at_end = start + len == self.text.len();
        if let Some((kind, known)) = literal(token) {
            self.at += len;
            self.push(kind, 0, (start, self.at), start);
            if !known && kind != Kind::Undefined {
                self.repair(RepairKind::PythonLiteral, start, self.at);
            }
            return Some(());
        }
        if let Some((number, repair)) = number(token) {
            self.at += len;
            let cut = if at_end && place != Place::Root { CUT } else { 0 };
            match repair {
                None => self.push(Kind::Number, cut, (start, self.at), start),
                Some(kind) => {
                    let from = self.tape.owned.len();
                    self.tape.owned.push_str(&number);
                    self.push(Kind::Number, cut | OWNED, (from, self.tape.owned.len()), start);
                    self.repair(kind, start, self.at);
                }
            }
            return Some(());
        }
        if place == Place::Element && self.key_like(start + len) {
            return None;
        }
        self.words(start, place)
    }

    fn key_like(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b':')
    }

    /// Reads words up to the end of the line or what separates values.
    fn words(&mut self, start: usize, place: Place) -> Option<()> {
        let rest = self.text.get(start..)?;
        if !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        let mut end = rest.len();
        for (at, byte) in rest.bytes().enumerate() {
            if at > MAX_WORDS {
                return None;
            }
            let ends = match byte {
                b',' if place == Place::Member => {
                    // A comma that no key follows may be part of the text.
                    if !self.key_or_end_follows(start + at + 1) {
                        return None;
                    }
                    true
                }
                b'}' | b']' | b'\n' | b'\r' | b',' => true,
                b'"' | b'\'' | b'`' | b'{' | b'[' | b'(' | b')' | b':' | b'\\' | b'<' | b'>' => return None,
                b'/' | b'#' => rest.get(..at).is_some_and(|before| before.ends_with(' ')),
                _ => false,
            };
            if ends {
                end = at;
                break;
            }
        }
        let words = rest.get(..end)?.trim_end();
        let cut = if end == rest.len() && place != Place::Root { CUT } else { 0 };
        self.at = start + words.len();
        self.push(Kind::String, cut | BARE, (start, self.at), start);
        Some(())
    }

    fn key_or_end_follows(&self, at: usize) -> bool {
        let next = crate::decode::text::space_end(self.bytes, at);
        matches!(self.bytes.get(next), None | Some(b'}')) || self.key_follows(next)
    }
}

/// The number that a token is, and what was done to its spelling.
fn number(token: &str) -> Option<(String, Option<RepairKind>)> {
    if is_json(token) {
        return Some((token.to_owned(), None));
    }
    let spelled = token.bytes().all(|byte| byte.is_ascii_digit() || b"+-._eE".contains(&byte));
    if !spelled || !token.contains(|c: char| c.is_ascii_digit()) {
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
        return (placed && is_json(&plain)).then_some((plain, Some(RepairKind::PythonNumber)));
    }
    let lead = if digits.starts_with('.') { "0" } else { "" };
    let trail = if digits.ends_with('.') { "0" } else { "" };
    let plain = format!("{sign}{lead}{digits}{trail}");
    is_json(&plain).then_some((plain, Some(RepairKind::Json5Number)))
}
