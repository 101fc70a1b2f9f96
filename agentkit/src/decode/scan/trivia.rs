//! What stands between values: white space and comments.

use memchr::memchr;

use super::reader::Reader;
use crate::decode::repair::RepairKind;
use crate::decode::text::{Bytes, unicode_space};

/// What is neither white space nor begins a comment.
const NO_TRIVIA: Bytes = Bytes::of(b"\"',:{}[]`+-_").and(&Bytes::ALPHANUMERIC);

impl Reader<'_> {
    /// Skips white space and comments. Whether a line ended; `None` where a comment does not end.
    #[inline]
    pub(super) fn trivia(&mut self) -> Option<bool> {
        let solid = |at: usize| self.bytes.get(at).is_some_and(|&byte| NO_TRIVIA.has(byte));
        if solid(self.at) {
            return Some(false);
        }
        // The common case.
        if self.bytes.get(self.at) == Some(&b' ') && solid(self.at + 1) {
            self.at += 1;
            return Some(false);
        }
        self.skip()
    }

    #[inline(never)]
    fn skip(&mut self) -> Option<bool> {
        let mut newline = false;
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Some(newline) };
            let start = self.at;
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    newline = true;
                    self.at += 1;
                }
                b'/' | b'#' => {
                    self.at = self.comment_end(start)?;
                    if self.at == start {
                        return Some(newline);
                    }
                    self.repair_between(RepairKind::Comment, start, self.at);
                }
                0x80.. | 0x0b | 0x0c => {
                    let Some(len) = unicode_space(self.text, start) else { return Some(newline) };
                    self.at += len;
                    self.repair_between(RepairKind::UnicodeSpace, start, self.at);
                }
                _ => return Some(newline),
            }
        }
    }

    /// The end of the comment that begins at `start`: the same place where none does, `None` where it does not
    /// end.
    pub(super) fn comment_end(&mut self, start: usize) -> Option<usize> {
        let rest = self.bytes.get(start..).unwrap_or_default();
        match rest {
            [b'#', ..] | [b'/', b'/', ..] => Some(start + memchr(b'\n', rest).unwrap_or(rest.len())),
            [b'/', b'*', ..] => self.block_end(start + 2),
            _ => Some(start),
        }
    }

    /// The end of the block comment whose text begins at `at`.
    fn block_end(&mut self, mut at: usize) -> Option<usize> {
        while !self.endless {
            match memchr(b'*', self.bytes.get(at..).unwrap_or_default()) {
                None => self.endless = true,
                Some(star) if self.bytes.get(at + star + 1) == Some(&b'/') => return Some(at + star + 2),
                Some(star) => at += star + 1,
            }
        }
        None
    }
}
