//! One scan over a reply that is not JSON as a whole: every top-level value in it, read tolerantly.

mod begin;
mod concat;
mod escaped;
mod fence;
mod lookahead;
mod reader;
mod resume;
mod scalar;
mod states;
mod string;
mod tag;
mod tree;
mod trivia;
mod word;
mod yaml;

use super::error::{DecodeError, DecodeErrorKind};
use super::json::Tape;
use super::options::Options;
use super::repair::{RepairKind, Repairs};
use super::strict::Parser;
use super::text::{Bytes, space_end, unicode_space};
pub(super) use reader::{Failure, Reader};
pub(super) use scalar::whole_scalar;
pub(super) use tag::is_thinking;
pub(super) use yaml::read as read_yaml;

/// The most values of one reply that are looked at.
const MAX_CANDIDATES: usize = 4096;

/// A top-level value.
pub(super) struct Candidate {
    pub(super) tape: Tape,
    pub(super) repairs: Repairs,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the reply ends inside of it.
    pub(super) cut: bool,
    /// Whether inner quotes or bare words were guessed at.
    pub(super) guessed: bool,
}

/// What a reply holds.
#[derive(Default)]
pub(super) struct Scanned {
    pub(super) candidates: Vec<Candidate>,
    /// What was around the values.
    pub(super) around: Repairs,
    /// The first value that could not be read.
    pub(super) failure: Option<Failure>,
    /// A bracket with a text in quotes in it that is no value, and may be none that was meant as one.
    pub(super) doubtful: Option<Failure>,
    /// Whether the reply ends inside of a thinking block.
    pub(super) thinking: bool,
    /// Bytes that were looked at, counting one again each time.
    pub(super) steps: usize,
}

/// Finds all top-level values. Each byte is read at most twice: strictly and tolerantly.
///
/// The parser keeps what it read of the reply before.
pub(super) fn scan(text: &str, strict: Parser<'_>, options: &Options) -> Result<Scanned, DecodeError> {
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        strict,
        reader: Reader::new(text, options),
        at: 0,
        solid: 0,
        found: Scanned::default(),
        marks: Marks::default(),
        unclosed: false,
    };
    scan.run()?;
    scan.found.steps += text.len();
    Ok(scan.finish())
}

/// What ends a run of prose.
const MARKS: Bytes = Bytes::of(b"{[`~<}]");
const BRACKETS: Bytes = Bytes::of(b"{[}]");
struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    strict: Parser<'a>,
    reader: Reader<'a>,
    at: usize,
    /// Where the last thing ends that is no white space.
    solid: usize,
    found: Scanned,
    marks: Marks,
    /// Whether a bracket was met that has no end.
    unclosed: bool,
}

/// What was seen around the values.
#[derive(Default)]
struct Marks {
    prose: Option<(usize, usize)>,
    /// The fence that is open: its first byte and where it stands.
    fence: Option<(u8, usize)>,
    /// A pair of fences, and where it stands.
    fenced: Option<(usize, usize)>,
    /// The last tag that is no thinking block's.
    tag: Option<(usize, usize)>,
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), DecodeError> {
        if self.text.starts_with('\u{feff}') {
            self.around(RepairKind::Bom, 0, 3);
            self.at = 3;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'{' | b'[' => match self.refused() {
                    Some(at) => {
                        let kind = DecodeErrorKind::Syntax;
                        self.found.steps += at - self.at;
                        self.give_up(self.at, &Failure { kind, at, begun: false, depth: 1 });
                    }
                    None => self.candidate()?,
                },
                b'`' | b'~' => self.fence(byte),
                b'<' => {
                    if self.tag() {
                        return Ok(());
                    }
                }
                b'}' | b']' if self.is_surplus() => {
                    self.around(RepairKind::ExtraCloser, self.at, self.at + 1);
                    self.at += 1;
                    if let Some(last) = self.found.candidates.last_mut() {
                        last.end = self.at;
                    }
                }
                0x80.. if let Some(space) = unicode_space(self.text, self.at) => {
                    self.prose(self.at, self.at + space);
                    self.at += space;
                    continue;
                }
                _ => {
                    let end = MARKS.find(self.bytes, self.at + 1);
                    self.prose(self.at, end);
                    self.at = end;
                }
            }
            self.solid = self.at;
        }
        Ok(())
    }

    /// Whether a closing bracket stands right after a value.
    fn is_surplus(&self) -> bool {
        self.found.candidates.last().is_some_and(|last| last.end == self.solid)
    }

    /// Forgets all that was found.
    fn forget(&mut self) {
        self.found.candidates.clear();
        self.found.around.truncate(0);
        (self.found.failure, self.found.doubtful) = (None, None);
        self.marks = Marks::default();
    }

    fn around(&mut self, kind: RepairKind, start: usize, end: usize) {
        self.found.around.add(kind, String::new, start, end);
    }

    fn prose(&mut self, start: usize, end: usize) {
        self.marks.prose.get_or_insert((start, end)).1 = end;
    }

    fn candidate(&mut self) -> Result<(), DecodeError> {
        let start = self.at;
        if self.found.candidates.len() >= MAX_CANDIDATES {
            let detail = format!("the reply holds more than {MAX_CANDIDATES} values");
            return Err(DecodeError::new(DecodeErrorKind::Size, start..self.text.len(), detail));
        }
        if let Some((_, end)) = self.marks.tag.take_if(|(_, end)| *end == self.solid) {
            self.around(RepairKind::TagWrapper, end, start);
        }
        match self.read(start) {
            // A quote inside of a text, with a bracket after it, would cut the text short.
            Ok(candidate) if self.is_quoted_on(start, candidate.end) => {
                let at = candidate.end;
                self.give_up(start, &Failure { kind: DecodeErrorKind::Syntax, at, begun: true, depth: 0 });
            }
            Ok(candidate) => {
                self.at = candidate.end;
                self.found.candidates.push(candidate);
            }
            Err(failure) if failure.kind == DecodeErrorKind::Depth => return Err(failure.into()),
            Err(failure) => self.give_up(start, &failure),
        }
        Ok(())
    }

    /// Whether a quote follows that is not the partner of one before the value.
    fn is_quoted_on(&self, start: usize, end: usize) -> bool {
        let after = self.text.get(end..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let before = self.text.get(..start).unwrap_or_default().trim_end();
        after.starts_with('"') && !before.ends_with('"')
    }

    fn read(&mut self, start: usize) -> Result<Candidate, Failure> {
        match self.strict.read(start) {
            Ok(end) => {
                self.found.steps += end - start;
                return Ok(Candidate {
                    tape: self.strict.take(),
                    repairs: Repairs::default(),
                    start,
                    end,
                    cut: false,
                    guessed: false,
                });
            }
            Err(fault) if fault.kind == DecodeErrorKind::Depth => {
                return Err(Failure { kind: fault.kind, at: fault.at, begun: true, depth: 0 });
            }
            Err(fault) => self.found.steps += fault.at.saturating_sub(start),
        }
        if escaped::begins(self.bytes, start) {
            return escaped::read(self.text, start, self.reader.options);
        }
        self.reader.candidate(start, &mut self.strict, &mut self.found.steps)
    }

    /// Goes on after a value that could not be read. What lies inside of it is never taken for a value: the
    /// scan goes on after its last bracket. One of which nothing was read, and that has no such bracket, was
    /// none.
    fn give_up(&mut self, start: usize, failure: &Failure) {
        let (begun, given_up) = (failure.begun, failure.at.max(start + 1));
        self.at = match self.end_of(given_up, failure.depth.max(1)) {
            Some(end) => end,
            None if begun => self.text.len(),
            None => given_up,
        };
        if begun {
            self.found.failure.get_or_insert_with(|| failure.clone());
        } else if self.bytes.get(space_end(self.bytes, start + 1)) == Some(&b'"') {
            self.found.doubtful.get_or_insert_with(|| failure.clone());
        }
        self.prose(start, self.at);
    }

    /// Where the last of so many open brackets ends. A bracket without an end is looked for once only.
    fn end_of(&mut self, mut at: usize, mut depth: usize) -> Option<usize> {
        if self.unclosed {
            return None;
        }
        while depth > 0 {
            at = BRACKETS.find(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'{' | b'[') => depth += 1,
                Some(_) => depth -= 1,
                None => {
                    self.unclosed = true;
                    return None;
                }
            }
            at += 1;
        }
        Some(at)
    }

    fn finish(mut self) -> Scanned {
        if let Some((start, end)) = self.marks.prose {
            self.around(RepairKind::Prose, start, end);
        }
        if let Some((start, end)) = self.marks.fenced {
            self.around(RepairKind::Fence, start, end);
        } else if let Some((_, start)) = self.marks.fence {
            self.around(RepairKind::FenceUnclosed, start, self.text.len());
        }
        if let Some((start, end)) = self.marks.tag.filter(|_| self.found.around.is_empty()) {
            self.around(RepairKind::TagWrapper, start, end);
        }
        self.found
    }
}
