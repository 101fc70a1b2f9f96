//! One value, read tolerantly, without recursion.

use std::cell::Cell;

use super::Candidate;
use crate::decode::error::{DecodeError, DecodeErrorKind};
use crate::decode::json::{CUT, Kind, Tape};
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
pub(super) struct Open {
    pub(super) at: usize,
    pub(super) count: u32,
    pub(super) object: bool,
}

/// What comes next.
pub(super) enum State {
    Value,
    /// A key; where the comma before it stands, if there is one.
    Key(Option<usize>),
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
    pub(super) open: Vec<Open>,
    cut: bool,
    /// Whether a key with its colon, or an element, was read.
    begun: bool,
    /// Bytes that were looked at ahead.
    pub(super) looked: Cell<usize>,
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
            looked: Cell::new(0),
        }
    }

    /// Reads the container that begins here.
    pub(super) fn candidate(mut self, steps: &mut usize) -> Result<Candidate, Failure> {
        let read = self.run(State::Value);
        *steps += self.at - self.start + self.looked.get();
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
                return if object { Some(State::Key(None)) } else { self.first_element() };
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

    fn key(&mut self, comma: Option<usize>) -> Option<State> {
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
                if comma.is_some() || doubled {
                    let first = comma.unwrap_or(first);
                    self.repair_between(RepairKind::TrailingComma, first, first + 1);
                }
                self.begun = true;
                self.close();
                return Some(State::After);
            }
            Some(_) if doubled => self.repair_between(RepairKind::ExtraComma, first, self.at),
            Some(_) => {}
        }
        let quoted = self.quote_at(self.at).is_some();
        if quoted {
            self.string(Kind::Key, Place::Key)?;
        } else {
            self.bare_key()?;
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
                if object { Some(State::Key(Some(self.at - 1))) } else { self.next_element(self.at - 1) }
            }
            Some(b'}') if object => Some(self.close()),
            Some(b']') if !object => Some(self.close()),
            // One `]` is missing before the `}` of the object around.
            Some(b'}') if self.open.iter().rev().nth(1).is_some_and(|outer| outer.object) => {
                self.repair_between(RepairKind::MismatchedCloser, self.at, self.at);
                self.at -= 1;
                Some(self.close())
            }
            Some(b'+') if self.concat()? => Some(State::After),
            Some(_) if newline || (self.options.same_line_commas && self.starts_string()) => {
                let next = if object { self.key_follows(self.at) } else { self.value_follows(self.at) };
                if !next {
                    return None;
                }
                self.repair_between(RepairKind::MissingComma, before, self.at);
                Some(if object { State::Key(None) } else { State::Value })
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
                self.repair_between(RepairKind::TrailingComma, comma, comma + 1);
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
}
