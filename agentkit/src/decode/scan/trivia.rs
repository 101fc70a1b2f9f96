//! What stands between values: white space and comments.

use memchr::memmem;

use super::reader::Reader;
use crate::decode::repair::RepairKind;
use crate::decode::text::{space_end, unicode_space};

impl Reader<'_> {
    /// Skips white space and comments. Whether a line ended; `None` where a comment does not end.
    pub(super) fn trivia(&mut self) -> Option<bool> {
        let mut newline = false;
        loop {
            let start = self.at;
            self.at = space_end(self.bytes, start);
            newline |= self.bytes.get(start..self.at).is_some_and(|space| space.contains(&b'\n'));
            match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (Some(b'/'), Some(b'/')) | (Some(b'#'), _) => {
                    let comment = self.at;
                    let rest = self.bytes.get(comment..).unwrap_or_default();
                    self.at = comment + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    self.repair(RepairKind::Comment, comment, self.at);
                }
                (Some(b'/'), Some(b'*')) => {
                    let comment = self.at;
                    let rest = self.bytes.get(comment + 2..)?;
                    self.at = comment + 4 + memmem::find(rest, b"*/")?;
                    self.repair(RepairKind::Comment, comment, self.at);
                }
                (Some(0x80.. | 0x0b | 0x0c), _) => {
                    let Some(len) = unicode_space(self.text, self.at) else { return Some(newline) };
                    self.at += len;
                    self.repair(RepairKind::UnicodeSpace, self.at - len, self.at);
                }
                _ => return Some(newline),
            }
        }
    }
}
