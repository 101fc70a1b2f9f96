//! One value, read tolerantly, without recursion.

use super::Candidate;
use crate::decode::error::{DecodeError, DecodeErrorKind};
use crate::decode::json::{BARE, CUT, INNER, Kind, Node, Tape, pos};
use crate::decode::options::Options;
use crate::decode::repair::{RepairKind, Repairs};

/// Why a value could not be read.
#[derive(Clone, Debug)]
pub(in crate::decode) struct Failure {
    pub(in crate::decode) kind: DecodeErrorKind,
    pub(in crate::decode) at: usize,
    /// Whether anything of it was read, so that it is a value gone wrong and no bracket in prose.
    pub(in crate::decode) begun: bool,
    /// How many brackets were open.
    pub(in crate::decode) depth: usize,
}

impl From<Failure> for DecodeError {
    fn from(failure: Failure) -> Self {
        let detail = match failure.kind {
            DecodeErrorKind::Depth => "the JSON is nested too deeply",
            _ => "the text is not valid JSON, and cannot be repaired in one way only",
        };
        Self::new(failure.kind, failure.at..failure.at, format!("{detail} (byte {})", failure.at))
    }
}

/// A container that is open.
#[derive(Clone, Copy)]
struct Open {
    at: usize,
    count: u32,
    object: bool,
}

/// What comes next.
enum State {
    Value,
    /// A key; whether a comma came before it.
    Key(bool),
    After,
}

pub(in crate::decode) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) options: &'a Options,
    pub(super) at: usize,
    pub(super) tape: Tape,
    pub(super) repairs: Repairs,
    pub(super) guessed: bool,
    start: usize,
    open: Vec<Open>,
    cut: bool,
    /// Whether a key with its colon, or an element, was read.
    begun: bool,
}

/// Where a string or word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Key,
    Member,
    Element,
    /// The whole of a reply.
    Root,
}

impl<'a> Reader<'a> {
    pub(in crate::decode) fn new(text: &'a str, start: usize, options: &'a Options) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            options,
            at: start,
            tape: Tape::default(),
            repairs: Repairs::default(),
            guessed: false,
            start,
            open: Vec::new(),
            cut: false,
            begun: false,
        }
    }

    /// Reads the container that begins here.
    pub(super) fn candidate(mut self) -> Result<Candidate, Failure> {
        let read = self.run(State::Value);
        let begun = self.begun;
        if let Err((kind, at)) = read {
            return Err(Failure { kind, at, begun, depth: self.open.len() });
        }
        if self.cut && !begun {
            // A bracket in prose.
            return Err(Failure { kind: DecodeErrorKind::Syntax, at: self.at, begun: false, depth: 0 });
        }
        let Self { tape, repairs, start, at, cut, guessed, .. } = self;
        Ok(Candidate { tape, repairs, start, end: at, cut, guessed })
    }

    fn run(&mut self, mut state: State) -> Result<(), (DecodeErrorKind, usize)> {
        loop {
            state = match state {
                State::Value => self.value(),
                State::Key(comma) => self.key(comma),
                State::After if self.open.is_empty() => return Ok(()),
                State::After => self.after(),
            }
            .ok_or((self.fault_kind(), self.at))?;
            if self.cut {
                self.close_all();
                return Ok(());
            }
        }
    }

    /// Too many brackets are the only fault besides those of syntax.
    fn fault_kind(&self) -> DecodeErrorKind {
        if self.open.len() >= self.options.max_depth && matches!(self.bytes.get(self.at), Some(b'{' | b'[')) {
            DecodeErrorKind::Depth
        } else {
            DecodeErrorKind::Syntax
        }
    }

    fn place(&self) -> Place {
        match self.open.last() {
            Some(Open { object: true, .. }) => Place::Member,
            Some(_) => Place::Element,
            None => Place::Root,
        }
    }

    /// Reads a value; `None` is a fault at the current place.
    fn value(&mut self) -> Option<State> {
        self.trivia()?;
        let Some(&byte) = self.bytes.get(self.at) else {
            if self.place() == Place::Member {
                self.push(Kind::Undefined, CUT, (0, 0), self.at);
                self.count();
            }
            self.cut = true;
            return Some(State::After);
        };
        match byte {
            b'{' | b'[' => {
                if self.open.len() >= self.options.max_depth {
                    return None;
                }
                let object = byte == b'{';
                let at = self.tape.nodes.len();
                self.push(if object { Kind::Object } else { Kind::Array }, 0, (0, 0), self.at);
                self.begun |= !self.open.is_empty();
                self.open.push(Open { at, count: 0, object });
                self.at += 1;
                return if object { Some(State::Key(false)) } else { self.first_element() };
            }
            _ if self.quote_at(self.at).is_some() => self.string(Kind::String, self.place())?,
            b'}' | b']' | b',' | b':' => return None,
            _ => self.word(self.place())?,
        }
        self.begun |= !self.cut_inside();
        self.count();
        Some(State::After)
    }

    /// Whether the last node is one that the reply ends in.
    fn cut_inside(&mut self) -> bool {
        let cut = self.tape.nodes.last().is_some_and(|node| node.has(CUT));
        self.cut |= cut;
        cut
    }

    fn first_element(&mut self) -> Option<State> {
        self.trivia()?;
        if self.bytes.get(self.at) == Some(&b']') {
            self.begun = true;
            self.close();
            return Some(State::After);
        }
        Some(State::Value)
    }

    fn key(&mut self, comma: bool) -> Option<State> {
        self.trivia()?;
        let first = self.at;
        while self.bytes.get(self.at) == Some(&b',') {
            self.at += 1;
            self.trivia()?;
        }
        let doubled = self.at > first;
        match self.bytes.get(self.at) {
            None => {
                self.cut = true;
                return Some(State::After);
            }
            Some(b'}') => {
                if comma || doubled {
                    self.repair(RepairKind::TrailingComma, first, self.at);
                }
                self.begun = true;
                self.close();
                return Some(State::After);
            }
            Some(_) if doubled => self.repair(RepairKind::ExtraComma, first, self.at),
            Some(_) => {}
        }
        let quoted = self.quote_at(self.at).is_some();
        if quoted {
            self.string(Kind::Key, Place::Key)?
        } else {
            self.bare_key()?
        }
        if self.cut_inside() {
            self.push(Kind::Undefined, CUT, (0, 0), self.at);
            self.count();
            return Some(State::After);
        }
        self.trivia()?;
        match self.bytes.get(self.at) {
            Some(b':') => self.at += 1,
            Some(_) if quoted && self.quote_at(self.at).is_some() => {
                self.repair(RepairKind::MissingColon, self.at, self.at);
            }
            Some(_) => return None,
            None => {}
        }
        self.begun = true;
        Some(State::Value)
    }

    fn after(&mut self) -> Option<State> {
        let before = self.at;
        let newline = self.trivia()?;
        let Open { object, .. } = *self.open.last()?;
        match self.bytes.get(self.at) {
            None => {
                self.cut = true;
                Some(State::After)
            }
            Some(b',') => {
                self.at += 1;
                if object { Some(State::Key(true)) } else { self.next_element(self.at - 1) }
            }
            Some(b'}') if object => Some(self.close()),
            Some(b']') if !object => Some(self.close()),
            // One `]` is missing before the `}` of the object around.
            Some(b'}') if self.open.iter().rev().nth(1).is_some_and(|outer| outer.object) => {
                self.repair(RepairKind::MismatchedCloser, self.at, self.at);
                self.at -= 1;
                Some(self.close())
            }
            Some(b'+') if self.concat()? => Some(State::After),
            Some(_) if newline || (self.options.same_line_commas && self.starts_string()) => {
                let next = if object { self.key_follows(self.at) } else { self.value_follows(self.at) };
                if !next {
                    return None;
                }
                self.repair(RepairKind::MissingComma, before, self.at);
                Some(if object { State::Key(false) } else { State::Value })
            }
            Some(_) => None,
        }
    }

    fn starts_string(&self) -> bool {
        self.quote_at(self.at).is_some()
    }

    fn next_element(&mut self, comma: usize) -> Option<State> {
        self.trivia()?;
        match self.bytes.get(self.at) {
            Some(b']') => {
                self.repair(RepairKind::TrailingComma, comma, comma + 1);
                Some(self.close())
            }
            // A hole may be an element that was lost.
            Some(b',') => None,
            None => {
                self.cut = true;
                Some(State::After)
            }
            Some(_) => Some(State::Value),
        }
    }

    /// A value was added to the innermost container.
    fn count(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.count += 1;
        }
    }

    /// Ends the innermost container after its bracket.
    fn close(&mut self) -> State {
        self.at += 1;
        self.end_container(0);
        self.count();
        State::After
    }

    fn end_container(&mut self, flags: u8) {
        let Some(open) = self.open.pop() else { return };
        let (next, end) = (pos(self.tape.nodes.len()), pos(self.at));
        if let Some(node) = self.tape.nodes.get_mut(open.at) {
            (node.a, node.next, node.end) = (open.count, next, end);
            node.flags |= flags;
        }
    }

    /// Ends all containers that the reply ends in.
    fn close_all(&mut self) {
        self.at = self.text.len();
        while !self.open.is_empty() {
            self.end_container(CUT);
            self.count();
        }
    }

    pub(super) fn push(&mut self, kind: Kind, flags: u8, (a, b): (usize, usize), start: usize) {
        self.guessed |= flags & (BARE | INNER) != 0;
        let next = pos(self.tape.nodes.len() + 1);
        let node = Node { kind, flags, a: pos(a), b: pos(b), next, start: pos(start), end: pos(self.at) };
        self.tape.nodes.push(node);
    }

    pub(super) fn repair(&mut self, kind: RepairKind, start: usize, end: usize) {
        let (open, tape, text) = (&self.open, &self.tape, self.text);
        self.repairs.add(kind, || path(open, tape, text), start, end);
    }
}

/// The way to the place that is being read.
fn path(open: &[Open], tape: &Tape, text: &str) -> String {
    use std::fmt::Write as _;
    let view = crate::decode::json::View { source: text, ..tape.view() };
    let mut path = String::new();
    for (depth, container) in open.iter().enumerate() {
        if !container.object {
            let _ = write!(path, "/{}", container.count);
            continue;
        }
        // The key of the value that is open, or the last one.
        let until = open.get(depth + 1).map_or(tape.nodes.len(), |inner| inner.at);
        let key = tape.nodes.get(container.at + 1..until).unwrap_or_default().iter().rev();
        if let Some(key) = key.take(2).find(|node| node.kind == Kind::Key) {
            path.push('/');
            crate::decode::error::push_escaped(&mut path, view.text(key));
        }
    }
    path
}
