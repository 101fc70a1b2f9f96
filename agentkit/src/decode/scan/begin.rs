//! A quick look at what stands in a bracket, so that brackets in prose cost little.

use super::Scan;
use super::lookahead::{BARE_KEYS, MAX_KEY};
use super::word::{MAX_WORDS, WORDS_END, literal_at};
use crate::decode::text::{Bytes, space_end};

/// What can follow a brace: a key, the end, or what may stand before either.
const IN_BRACES: Bytes =
    Bytes::of(b"\"'`},/#\\_$-\x0b\x0c").and(&Bytes::ALPHANUMERIC).and(&Bytes::BEYOND_ASCII);
/// What can follow a bracket: a value, the end, or what may stand before either.
const IN_BRACKETS: Bytes =
    Bytes::of(b"\"'`{[]/#\\_+-.\x0b\x0c").and(&Bytes::ALPHANUMERIC).and(&Bytes::BEYOND_ASCII);
/// What can follow a key: its colon, or what may stand before that.
const AFTER_KEYS: Bytes = Bytes::of(b":/#\x0b\x0c").and(&Bytes::BEYOND_ASCII);
/// What can follow a key in quotes: a value whose colon is missing, too.
const AFTER_QUOTED_KEYS: Bytes = Bytes::of(b"\"'`\\").and(&AFTER_KEYS);
/// What no word without quotes contains, nor stands after one.
const NO_WORD: Bytes = Bytes::of(b"`{[()\\<>:\"'");

impl Scan<'_> {
    /// Where it is plain that the bracket here begins no value, if it is. What is not plain is left to the
    /// parsers.
    pub(super) fn refused(&mut self) -> Option<usize> {
        let mut first = space_end(self.bytes, self.at + 1);
        if let Some(b'/' | b'#') = self.bytes.get(first) {
            let Some(end) = self.reader.comment_end(first) else { return Some(first) };
            first = space_end(self.bytes, end);
        }
        let byte = *self.bytes.get(first)?;
        match (self.bytes.get(self.at), byte) {
            (Some(b'{'), _) if !IN_BRACES.has(byte) => Some(first),
            (Some(b'{'), b'"' | b'\'' | b'`') => self.no_quoted_key(byte, first),
            (Some(b'{'), _) if BARE_KEYS.has(byte) && byte != b'\\' => {
                let end = space_end(self.bytes, BARE_KEYS.end(self.bytes, first));
                self.bytes.get(end).filter(|&&next| !AFTER_KEYS.has(next)).map(|_| end)
            }
            (Some(b'['), _) if !IN_BRACKETS.has(byte) => Some(first),
            (Some(b'['), b'a'..=b'z' | b'A'..=b'Z') => self.no_word(first),
            _ => None,
        }
    }

    /// Where a key ends that no value can follow. One with a backslash, a long one, and one that begins with
    /// two quotes are not looked at.
    fn no_quoted_key(&self, quote: u8, at: usize) -> Option<usize> {
        let window = self.bytes.get(at + 1..self.bytes.len().min(at + 1 + MAX_KEY))?;
        let len = window.iter().position(|&byte| byte == quote || byte == b'\\').filter(|&len| len > 0)?;
        if window.get(len) != Some(&quote) {
            return None;
        }
        let end = space_end(self.bytes, at + len + 2);
        self.bytes.get(end).filter(|&&next| !AFTER_QUOTED_KEYS.has(next)).map(|_| end)
    }

    /// Where a word begins that is no value.
    fn no_word(&self, at: usize) -> Option<usize> {
        let window = self.bytes.get(..self.bytes.len().min(at + MAX_WORDS)).unwrap_or(self.bytes);
        let end = WORDS_END.find(window, at);
        (NO_WORD.has(*window.get(end)?) && literal_at(self.bytes, at).is_none()).then_some(at)
    }
}
