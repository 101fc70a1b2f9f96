//! Code fences and ticks.

use super::Scan;

impl Scan<'_> {
    /// A code fence, or a tick around inline code.
    pub(super) fn fence(&mut self, byte: u8) {
        let start = self.at;
        let len = self.bytes.iter().skip(start).take_while(|&&other| other == byte).count();
        self.at += len;
        if len < 3 && byte == b'~' {
            return self.prose(start, self.at);
        }
        match self.marks.fence {
            Some((open, at)) if open == byte => {
                self.marks.fence = None;
                let used = self.found.candidates.last().is_some_and(|last| last.start >= at);
                if used || self.marks.fenced.is_none() {
                    self.marks.fenced = Some((at, self.at));
                }
            }
            Some(_) => self.prose(start, self.at),
            None => {
                self.marks.fence = Some((byte, start));
                if len >= 3 {
                    // The info string, such as `json`.
                    let info = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_+.-".contains(byte);
                    self.at += self.bytes.iter().skip(self.at).take(32).take_while(info).count();
                }
            }
        }
    }
}
