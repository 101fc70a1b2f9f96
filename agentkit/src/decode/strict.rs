//! Strict JSON in one pass, without recursion.

use std::mem::{swap, take};

use super::error::{DecodeError, DecodeErrorKind};
use super::json::{Kind, Node, OWNED, Tape, pos};
use super::text::{Escape, escape, number_end, plain_end, space_end};

/// Why a text is not strict JSON, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) kind: DecodeErrorKind,
    pub(super) at: usize,
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> Self {
        let detail = match fault.kind {
            DecodeErrorKind::NoJson => "the text is empty; JSON was expected",
            DecodeErrorKind::Truncated => "the JSON ends before it is complete",
            DecodeErrorKind::Depth => "the JSON is nested too deeply",
            _ => "the text is not valid JSON",
        };
        Self::new(fault.kind, fault.at..fault.at, format!("{detail} (byte {})", fault.at))
    }
}

/// A container that is open.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// Its place among the nodes.
    pub(super) at: usize,
    /// How many elements or members are complete.
    pub(super) count: u32,
    pub(super) object: bool,
}

/// Reads values of one text, and keeps its buffers from one to the next.
pub(super) struct Parser<'a> {
    bytes: &'a [u8],
    text: &'a str,
    max_depth: usize,
    at: usize,
    nodes: Vec<Node>,
    owned: String,
    /// The containers that are open, without the innermost one.
    outer: Vec<Open>,
    /// The innermost one that is open.
    open: Option<Open>,
    /// Where the value that was read last begins, and its end.
    last: Option<(usize, Result<usize, Fault>)>,
}

/// Reads a whole text. The tape's source is left empty: the nodes' spans lie in `text`.
pub(super) fn parse(text: &str, max_depth: usize) -> Result<Tape, Fault> {
    Parser::new(text, max_depth).whole()
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, max_depth: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            text,
            max_depth,
            at: 0,
            nodes: Vec::with_capacity(text.len() / 12 + 4),
            owned: String::new(),
            outer: Vec::with_capacity(8),
            open: None,
            last: None,
        }
    }

    /// Reads the whole text as one value.
    pub(super) fn whole(&mut self) -> Result<Tape, Fault> {
        let start = space_end(self.bytes, 0);
        self.at = space_end(self.bytes, self.read(start)?);
        if self.at < self.bytes.len() { Err(self.fault()) } else { Ok(self.take()) }
    }

    /// Reads the value that begins at `at`, whatever follows it, and gives its end. What was read last is not
    /// read again.
    pub(super) fn read(&mut self, at: usize) -> Result<usize, Fault> {
        if let Some((start, end)) = self.last
            && start == at
        {
            return end;
        }
        self.at = at;
        self.nodes.clear();
        self.owned.clear();
        self.outer.clear();
        self.open = None;
        let end = self.run().map(|()| self.at);
        self.last = Some((at, end));
        end
    }

    /// The value that was read.
    pub(super) fn take(&mut self) -> Tape {
        self.last = None;
        Tape { nodes: take(&mut self.nodes), source: String::new(), owned: take(&mut self.owned) }
    }

    /// Hands over what was read before a fault, in exchange for other buffers.
    pub(super) fn hand_over(&mut self, tape: &mut Tape, open: &mut Vec<Open>) {
        self.last = None;
        swap(&mut self.nodes, &mut tape.nodes);
        swap(&mut self.owned, &mut tape.owned);
        swap(&mut self.outer, open);
        open.extend(self.open.take());
    }

    /// Reads one value.
    fn run(&mut self) -> Result<(), Fault> {
        'value: loop {
            match self.next() {
                Some(b'"') => self.string(Kind::String)?,
                Some(b'{') => {
                    self.open(Kind::Object)?;
                    if !self.eat(b'}') {
                        self.key()?;
                        continue 'value;
                    }
                    self.close();
                }
                Some(b'[') => {
                    self.open(Kind::Array)?;
                    if !self.eat(b']') {
                        continue 'value;
                    }
                    self.close();
                }
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.literal(Kind::True, b"true")?,
                Some(b'f') => self.literal(Kind::False, b"false")?,
                Some(b'n') => self.literal(Kind::Null, b"null")?,
                _ => return Err(self.fault()),
            }
            loop {
                let Some(Open { object, count, .. }) = &mut self.open else { return Ok(()) };
                *count += 1;
                let object = *object;
                match self.next() {
                    Some(b',') => {
                        self.at += 1;
                        if object {
                            self.key()?;
                        }
                        continue 'value;
                    }
                    Some(b'}') if object => {}
                    Some(b']') if !object => {}
                    _ => return Err(self.fault()),
                }
                self.at += 1;
                self.close();
            }
        }
    }

    fn fault(&self) -> Fault {
        let kind = match self.bytes.len() {
            len if self.at < len => DecodeErrorKind::Syntax,
            _ if self.nodes.is_empty() => DecodeErrorKind::NoJson,
            _ => DecodeErrorKind::Truncated,
        };
        Fault { kind, at: self.at }
    }

    fn push(&mut self, kind: Kind, flags: u8, (a, b): (usize, usize), start: usize) {
        let next = pos(self.nodes.len() + 1);
        let node = Node { kind, flags, a: pos(a), b: pos(b), next, start: pos(start), end: pos(self.at) };
        self.nodes.push(node);
    }

    /// Skips the opening bracket and the space after it.
    fn open(&mut self, kind: Kind) -> Result<(), Fault> {
        if self.outer.len() + usize::from(self.open.is_some()) >= self.max_depth {
            return Err(Fault { kind: DecodeErrorKind::Depth, at: self.at });
        }
        self.outer.extend(self.open);
        self.open = Some(Open { at: self.nodes.len(), count: 0, object: kind == Kind::Object });
        self.push(kind, 0, (0, 0), self.at);
        self.at = space_end(self.bytes, self.at + 1);
        Ok(())
    }

    /// Ends the innermost container, whose closing bracket has been read.
    fn close(&mut self) {
        let (next, end) = (pos(self.nodes.len()), pos(self.at));
        let Some(open) = self.open else { return };
        if let Some(node) = self.nodes.get_mut(open.at) {
            (node.a, node.next, node.end) = (open.count, next, end);
        }
        self.open = self.outer.pop();
    }

    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        if byte > b' ' {
            return Some(byte);
        }
        self.at = space_end(self.bytes, self.at);
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let hit = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(hit);
        hit
    }

    fn key(&mut self) -> Result<(), Fault> {
        if self.next() != Some(b'"') {
            return Err(self.fault());
        }
        self.string(Kind::Key)?;
        self.next();
        if self.eat(b':') { Ok(()) } else { Err(self.fault()) }
    }

    fn string(&mut self, kind: Kind) -> Result<(), Fault> {
        let start = self.at;
        let end = plain_end(self.bytes, start + 1, b'"');
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            self.push(kind, 0, (start + 1, end), start);
            return Ok(());
        }
        self.at = end;
        let owned = self.owned.len();
        self.owned.push_str(self.text.get(start + 1..end).unwrap_or_default());
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => match escape(self.bytes, self.at) {
                    Escape::Char(c, len) => {
                        self.owned.push(c);
                        self.at += len;
                    }
                    Escape::Cut => {
                        return Err(Fault { kind: DecodeErrorKind::Truncated, at: self.bytes.len() });
                    }
                    Escape::Invalid | Escape::Surrogate => return Err(self.fault()),
                },
                _ => return Err(self.fault()),
            }
            if self.bytes.get(self.at) == Some(&b'\\') {
                continue;
            }
            let run = plain_end(self.bytes, self.at, b'"');
            self.owned.push_str(self.text.get(self.at..run).unwrap_or_default());
            self.at = run;
        }
        self.at += 1;
        self.push(kind, OWNED, (owned, self.owned.len()), start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let Some(end) = number_end(self.bytes, start) else { return Err(self.fault()) };
        self.at = end;
        self.push(Kind::Number, 0, (start, end), start);
        Ok(())
    }

    fn literal(&mut self, kind: Kind, text: &[u8]) -> Result<(), Fault> {
        let start = self.at;
        if !self.bytes.get(start..).is_some_and(|rest| rest.starts_with(text)) {
            return Err(self.fault());
        }
        self.at += text.len();
        self.push(kind, 0, (start, self.at), start);
        Ok(())
    }
}
