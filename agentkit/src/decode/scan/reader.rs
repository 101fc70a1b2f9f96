//! One value, read tolerantly, without recursion.

use std::cell::Cell;
use std::mem::take;

use super::Candidate;
use crate::decode::error::{DecodeError, DecodeErrorKind};
use crate::decode::json::Tape;
use crate::decode::options::Options;
use crate::decode::repair::Repairs;
use crate::decode::strict::{Open, Parser};

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
            DecodeErrorKind::Truncated => "the reply ends before the JSON in it is complete",
            _ => "the text is not valid JSON, and cannot be repaired in one way only",
        };
        Self::new(failure.kind, failure.at..failure.at, format!("{detail} (byte {})", failure.at))
    }
}

/// What comes next.
pub(super) enum State {
    Value,
    /// An element, or the end of the array.
    Element,
    Key,
    After,
}

/// What is known of a value while it is read.
#[derive(Clone, Copy, Default)]
pub(super) struct SoFar {
    /// Whether a key with its colon, or an element, was read.
    pub(super) begun: bool,
    /// Whether the reply ends inside of it.
    pub(super) cut: bool,
    /// Whether inner quotes or bare words were guessed at.
    pub(super) guessed: bool,
}

pub(in crate::decode) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) options: &'a Options,
    pub(super) at: usize,
    pub(super) tape: Tape,
    pub(super) repairs: Repairs,
    pub(super) open: Vec<Open>,
    pub(super) so_far: SoFar,
    /// Where the comma before the next key stands.
    pub(super) comma: Option<usize>,
    /// Whether a comment was met that does not end: no later one does.
    pub(super) endless: bool,
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
    pub(in crate::decode) fn new(text: &'a str, options: &'a Options) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            options,
            at: 0,
            tape: Tape::default(),
            repairs: Repairs::default(),
            open: Vec::new(),
            so_far: SoFar::default(),
            comma: None,
            endless: false,
            looked: Cell::new(0),
        }
    }

    /// Begins with another value; the buffers are kept.
    pub(super) fn begin(&mut self, start: usize) {
        self.at = start;
        self.tape.nodes.clear();
        self.tape.owned.clear();
        self.repairs.truncate(0);
        self.open.clear();
        self.so_far = SoFar::default();
        self.comma = None;
        self.looked.set(0);
    }

    /// Reads the container that begins at `start`, from where the strict parser met a fault in it.
    pub(super) fn candidate(
        &mut self,
        start: usize,
        strict: &mut Parser<'_>,
        steps: &mut usize,
    ) -> Result<Candidate, Failure> {
        self.begin(start);
        let state = self.resume(strict);
        let resumed = self.at;
        let read = self.run(state);
        *steps += self.at - resumed + self.looked.get();
        let SoFar { begun, cut, guessed } = self.so_far;
        if let Err((kind, at)) = read {
            return Err(Failure { kind, at, begun, depth: self.open.len() });
        }
        if cut && !begun {
            // A bracket in prose, unless there is nothing else.
            return Err(Failure { kind: DecodeErrorKind::Truncated, at: self.at, begun: false, depth: 0 });
        }
        Ok(Candidate {
            tape: take(&mut self.tape),
            repairs: take(&mut self.repairs),
            start,
            end: self.at,
            cut,
            guessed,
        })
    }

    fn run(&mut self, mut state: State) -> Result<(), (DecodeErrorKind, usize)> {
        loop {
            state = match state {
                State::Value => self.value(),
                State::Element => self.first_element(),
                State::Key => self.key(),
                State::After if self.open.is_empty() => return Ok(()),
                State::After => self.after(),
            }
            .ok_or_else(|| (self.fault_kind(), self.at))?;
            if self.so_far.cut {
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
}
