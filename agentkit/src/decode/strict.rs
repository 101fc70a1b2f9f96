//! Strict JSON in one pass, without recursion.

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

struct Parser<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    owned: String,
    /// The containers around the current one, each with its count of children so far.
    outer: Vec<(usize, u32)>,
    /// The current container and its count.
    open: usize,
    count: u32,
}

/// Reads a whole text. The tape's source is left empty: the nodes' spans lie in `text`.
pub(super) fn parse(text: &str, max_depth: usize) -> Result<Tape, Fault> {
    let mut parser = Parser::new(text, 0, text.len() / 12 + 4);
    parser.run(max_depth)?;
    parser.at = space_end(parser.bytes, parser.at);
    if parser.at < text.len() { Err(parser.fault()) } else { Ok(parser.into_tape()) }
}

/// Reads the value that begins at `at`, whatever follows it, and gives its end.
pub(super) fn prefix(text: &str, at: usize, max_depth: usize) -> Result<(Tape, usize), Fault> {
    let mut parser = Parser::new(text, at, 16);
    parser.run(max_depth)?;
    let end = parser.at;
    Ok((parser.into_tape(), end))
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, at: usize, nodes: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            text,
            at,
            nodes: Vec::with_capacity(nodes),
            owned: String::new(),
            outer: Vec::with_capacity(8),
            open: usize::MAX,
            count: 0,
        }
    }

    fn into_tape(self) -> Tape {
        Tape { nodes: self.nodes, source: String::new(), owned: self.owned }
    }

    /// Reads one value.
    fn run(&mut self, max_depth: usize) -> Result<(), Fault> {
        'value: loop {
            self.at = space_end(self.bytes, self.at);
            match self.bytes.get(self.at) {
                Some(b'"') => self.string(Kind::String)?,
                Some(b'{') => {
                    self.open(Kind::Object, max_depth)?;
                    if !self.eat(b'}') {
                        self.key()?;
                        continue 'value;
                    }
                    self.close();
                }
                Some(b'[') => {
                    self.open(Kind::Array, max_depth)?;
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
                let Some(container) = self.nodes.get(self.open) else { return Ok(()) };
                let object = container.kind == Kind::Object;
                self.count += 1;
                self.at = space_end(self.bytes, self.at);
                match self.bytes.get(self.at) {
                    Some(b',') => {
                        self.at += 1;
                        if object {
                            self.at = space_end(self.bytes, self.at);
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
    fn open(&mut self, kind: Kind, max_depth: usize) -> Result<(), Fault> {
        let depth = self.outer.len() + usize::from(self.open != usize::MAX);
        if depth >= max_depth {
            return Err(Fault { kind: DecodeErrorKind::Depth, at: self.at });
        }
        if self.open != usize::MAX {
            self.outer.push((self.open, self.count));
        }
        self.open = self.nodes.len();
        self.count = 0;
        self.push(kind, 0, (0, 0), self.at);
        self.at = space_end(self.bytes, self.at + 1);
        Ok(())
    }

    /// Ends the current container, whose closing bracket has been read.
    fn close(&mut self) {
        let (next, end) = (pos(self.nodes.len()), pos(self.at));
        if let Some(node) = self.nodes.get_mut(self.open) {
            (node.a, node.next, node.end) = (self.count, next, end);
        }
        (self.open, self.count) = self.outer.pop().unwrap_or((usize::MAX, 0));
    }

    fn eat(&mut self, byte: u8) -> bool {
        let hit = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(hit);
        hit
    }

    fn key(&mut self) -> Result<(), Fault> {
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(self.fault());
        }
        self.string(Kind::Key)?;
        self.at = space_end(self.bytes, self.at);
        if self.eat(b':') { Ok(()) } else { Err(self.fault()) }
    }

    fn string(&mut self, kind: Kind) -> Result<(), Fault> {
        let start = self.at;
        let end = plain_end(self.bytes, start + 1);
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
            let run = plain_end(self.bytes, self.at);
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
