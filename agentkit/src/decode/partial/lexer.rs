//! The parser, character by character.

use super::PartialDecoder;
use super::outside::Outside;
use super::string::Text;

/// What is being read.
#[derive(Debug)]
pub(super) enum State {
    /// What surrounds the value.
    Outside(Outside),
    /// White space before a value.
    Value,
    /// White space before a key.
    Key,
    /// White space before a colon.
    Colon,
    /// White space after a value. Of a string, what is needed to go on with it if its quote was none.
    After {
        string: Option<Box<Text>>,
        spaces: String,
    },
    String(Box<Text>),
    /// A number, a literal, a word or a key without quotes.
    Word {
        text: String,
        key: bool,
    },
    /// A comment, and what comes after it.
    Comment {
        block: bool,
        last: char,
        then: Box<State>,
    },
    /// A `/` that may begin a comment.
    Slash {
        then: Box<State>,
    },
    /// The reply is none that can be followed.
    Lost,
}

impl Default for State {
    fn default() -> Self {
        Self::Outside(Outside::default())
    }
}

/// The longest word or key without quotes, in bytes.
const MAX_WORD: usize = 512;

impl PartialDecoder {
    pub(super) fn take(&mut self, c: char) {
        let state = std::mem::replace(&mut self.state, State::Lost);
        self.state = match state {
            State::Outside(outside) => self.outside(outside, c),
            State::Value => self.before_value(c),
            State::Key => self.before_key(c),
            State::Colon => match c {
                ':' => {
                    self.begun = true;
                    State::Value
                }
                c if is_space(c) => State::Colon,
                '/' => State::Slash { then: Box::new(State::Colon) },
                _ => self.lost(c),
            },
            State::After { string, spaces } => self.after(string, spaces, c),
            State::String(text) => self.in_string(text, c),
            State::Word { text, key } => self.in_word(text, key, c),
            State::Comment { block, last, then } => match (block, last, c) {
                (true, '*', '/') | (false, _, '\n') => *then,
                _ => State::Comment { block, last: c, then },
            },
            State::Slash { then } => match c {
                '/' => State::Comment { block: false, last: c, then },
                '*' => State::Comment { block: true, last: ' ', then },
                _ => self.lost(c),
            },
            State::Lost => State::Lost,
        };
    }

    /// The reply cannot be followed any more from this character on, unless what it is in is no value but a
    /// bracket in prose.
    pub(super) fn lost(&mut self, c: char) -> State {
        if self.begun && !self.root.is_null() {
            self.flush();
            return State::Lost;
        }
        self.restart();
        self.outside(Outside::prose(), c)
    }

    fn before_value(&mut self, c: char) -> State {
        match c {
            c if is_space(c) => State::Value,
            '#' => State::Comment { block: false, last: c, then: Box::new(State::Value) },
            '/' => State::Slash { then: Box::new(State::Value) },
            '{' => {
                if self.open(true) {
                    State::Key
                } else {
                    self.lost(c)
                }
            }
            '[' => {
                if self.open(false) {
                    State::Value
                } else {
                    self.lost(c)
                }
            }
            ']' => self.end(false),
            '"' | '\'' | '`' | '“' | '‘' => self.begin_string(c, false),
            ',' | '}' | ':' => self.lost(c),
            c => State::Word { text: c.to_string(), key: false },
        }
    }

    fn before_key(&mut self, c: char) -> State {
        match c {
            c if is_space(c) || c == ',' => State::Key,
            '#' => State::Comment { block: false, last: c, then: Box::new(State::Key) },
            '/' => State::Slash { then: Box::new(State::Key) },
            '}' => self.end(true),
            '"' | '\'' | '`' | '“' | '‘' => self.begin_string(c, true),
            c if c.is_alphanumeric() || matches!(c, '_' | '$' | '-') => {
                State::Word { text: c.to_string(), key: true }
            }
            _ => self.lost(c),
        }
    }

    /// A closing bracket.
    pub(super) fn end(&mut self, object: bool) -> State {
        let c = if object { '}' } else { ']' };
        // A `}` ends an array whose own bracket is missing.
        if object && !self.close(true) {
            if !self.close(false) || !self.close(true) {
                return self.lost(c);
            }
        } else if !object && !self.close(false) {
            return self.lost(c);
        }
        self.done_or_after()
    }

    pub(super) fn done_or_after(&mut self) -> State {
        if !self.frames.is_empty() {
            return State::After { string: None, spaces: String::new() };
        }
        if self.root.is_null() {
            // It was of another kind than what is wanted.
            self.restart();
            return State::Outside(Outside::prose());
        }
        State::Outside(Outside::after())
    }

    fn after(&mut self, string: Option<Box<Text>>, mut spaces: String, c: char) -> State {
        let object = self.frames.last().is_some_and(|frame| frame.object);
        match c {
            ',' => {
                self.next_element();
                if object { State::Key } else { State::Value }
            }
            '}' => self.end(true),
            ']' => self.end(false),
            c if is_space(c) => {
                spaces.push(c);
                let string = string.filter(|_| spaces.len() <= 256);
                State::After { string, spaces }
            }
            '#' | '/' if string.is_none() || !spaces.is_empty() => {
                let then = Box::new(State::After { string: None, spaces });
                if c == '#' { State::Comment { block: false, last: c, then } } else { State::Slash { then } }
            }
            // A comma is missing at the line break.
            c if spaces.contains('\n') => {
                self.next_element();
                if object { self.before_key(c) } else { self.before_value(c) }
            }
            c => match string {
                Some(text) => self.go_on(text, &spaces, c),
                None => self.lost(c),
            },
        }
    }

    fn in_word(&mut self, mut text: String, key: bool, c: char) -> State {
        let ends = matches!(c, ',' | '}' | ']' | ':' | '\n' | '"' | '{' | '[')
            || (is_space(c) && text.len() < MAX_WORD);
        if !ends {
            text.push(c);
            return if text.len() > MAX_WORD { self.lost(c) } else { State::Word { text, key } };
        }
        if key {
            self.member(&text);
            let state = std::mem::replace(&mut self.state, State::Colon);
            drop(state);
            self.take(c);
            return std::mem::replace(&mut self.state, State::Lost);
        }
        // Words go on over spaces, up to what separates values.
        let word = is_space(c) && c != '\n' && super::scalar::goes_on(text.trim_end());
        if word {
            text.push(c);
            return State::Word { text, key };
        }
        self.whole_word(text.trim_end());
        self.after(None, String::new(), c)
    }
}

pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
