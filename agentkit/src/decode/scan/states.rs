//! The steps that a value is read in.

use super::reader::{Place, Reader, State};
use crate::decode::json::{CUT, Kind};
use crate::decode::repair::RepairKind;
use crate::decode::strict::Open;

impl Reader<'_> {
    fn place(&self) -> Place {
        match self.open.last() {
            Some(Open { object: true, .. }) => Place::Member,
            Some(_) => Place::Element,
            None => Place::Root,
        }
    }

    /// Reads a value; `None` is a fault at the current place.
    pub(super) fn value(&mut self) -> Option<State> {
        self.trivia()?;
        let Some(&byte) = self.bytes.get(self.at) else {
            if self.place() == Place::Member {
                self.push(Kind::Undefined, CUT, (0, 0), self.at);
                self.count();
            }
            self.so_far.cut = true;
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
                self.so_far.begun |= !self.open.is_empty();
                self.open.push(Open { at, count: 0, object });
                self.at += 1;
                return Some(if object { State::Key } else { State::Element });
            }
            _ if self.quote_at(self.at).is_some() => {
                let read = self.string(Kind::String, self.place());
                // A text in quotes is no prose, even where its end is unclear.
                self.so_far.begun |= read.is_none();
                read?;
            }
            b'}' | b']' | b',' | b':' => return None,
            _ => self.word(self.place())?,
        }
        self.so_far.begun |= !self.cut_inside();
        self.count();
        Some(State::After)
    }

    /// Whether the last node is one that the reply ends in.
    fn cut_inside(&mut self) -> bool {
        let cut = self.tape.nodes.last().is_some_and(|node| node.has(CUT));
        self.so_far.cut |= cut;
        cut
    }

    pub(super) fn first_element(&mut self) -> Option<State> {
        self.trivia()?;
        if self.bytes.get(self.at) == Some(&b']') {
            self.so_far.begun = true;
            self.close();
            return Some(State::After);
        }
        Some(State::Value)
    }

    pub(super) fn key(&mut self) -> Option<State> {
        let comma = self.comma.take();
        self.trivia()?;
        let first = self.at;
        while self.bytes.get(self.at) == Some(&b',') {
            self.at += 1;
            self.trivia()?;
        }
        let doubled = self.at > first;
        match self.bytes.get(self.at) {
            None => {
                self.so_far.cut = true;
                return Some(State::After);
            }
            Some(b'}') => {
                if comma.is_some() || doubled {
                    let first = comma.unwrap_or(first);
                    self.repair_between(RepairKind::TrailingComma, first, first + 1);
                }
                self.so_far.begun = true;
                self.close();
                return Some(State::After);
            }
            Some(_) if doubled => self.repair_between(RepairKind::ExtraComma, first, self.at),
            Some(_) => {}
        }
        let quoted = self.quote_at(self.at).is_some();
        let start = self.at;
        if quoted {
            self.string(Kind::Key, Place::Key)?;
        } else {
            self.bare_key()?;
        }
        let end = self.at;
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
        if !quoted {
            self.repair(RepairKind::UnquotedKey, start, end);
        }
        self.so_far.begun = true;
        Some(State::Value)
    }

    pub(super) fn after(&mut self) -> Option<State> {
        let before = self.at;
        let newline = self.trivia()?;
        let Open { object, .. } = *self.open.last()?;
        match self.bytes.get(self.at) {
            None => {
                self.so_far.cut = true;
                Some(State::After)
            }
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                if !object {
                    return self.next_element(comma);
                }
                self.comma = Some(comma);
                Some(State::Key)
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
                Some(if object { State::Key } else { State::Value })
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
                self.so_far.cut = true;
                Some(State::After)
            }
            Some(_) => Some(State::Value),
        }
    }
}
