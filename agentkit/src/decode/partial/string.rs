//! Strings as they grow.

use serde_json::Value;

use super::PartialDecoder;
use super::lexer::State;
use crate::decode::text::{Escape, escape};

/// A string that is being read.
#[derive(Debug)]
pub(super) struct Text {
    /// What closes it.
    close: &'static str,
    /// The characters of `close` that have come.
    closing: String,
    pub(super) key: bool,
    /// Whether it is shown while it grows.
    pub(super) shown: bool,
    /// The whole text, where it is not shown.
    whole: String,
    /// An escape sequence that is not whole.
    escape: String,
    empty: bool,
}

impl PartialDecoder {
    pub(super) fn begin_string(&mut self, quote: char, key: bool) -> State {
        let close = match quote {
            '\'' => "'",
            '`' => "`",
            '“' => "”",
            '‘' => "’",
            _ => "\"",
        };
        let shown = !key && self.next.shows_growth(self.schema.compiled());
        if shown {
            self.show(Value::String(String::new()));
        }
        self.begun |= !key;
        State::String(Box::new(Text {
            close,
            closing: String::new(),
            key,
            shown,
            whole: String::new(),
            escape: String::new(),
            empty: true,
        }))
    }

    pub(super) fn in_string(&mut self, mut text: Box<Text>, c: char) -> State {
        if !text.escape.is_empty() {
            return self.in_escape(text, c);
        }
        let expected = text.close.chars().nth(text.closing.chars().count());
        if Some(c) == expected {
            text.closing.push(c);
            if text.closing.len() < text.close.len() {
                return State::String(text);
            }
            text.closing.clear();
            return self.end_string(text);
        }
        if !text.closing.is_empty() {
            let part = std::mem::take(&mut text.closing);
            self.grow(&mut text, &part);
        }
        if c == '\\' {
            text.escape.push(c);
        } else {
            self.grow(&mut text, c.encode_utf8(&mut [0; 4]));
        }
        State::String(text)
    }

    fn in_escape(&mut self, mut text: Box<Text>, c: char) -> State {
        text.escape.push(c);
        match escape(text.escape.as_bytes(), 0) {
            Escape::Cut => State::String(text),
            Escape::Surrogate => self.lost(c),
            Escape::Char(meant, _) => {
                text.escape.clear();
                self.grow(&mut text, meant.encode_utf8(&mut [0; 4]));
                State::String(text)
            }
            Escape::Invalid => {
                let kept = std::mem::take(&mut text.escape);
                let quote = kept.strip_prefix('\\').filter(|rest| matches!(*rest, "'" | "`"));
                self.grow(&mut text, quote.unwrap_or(&kept));
                State::String(text)
            }
        }
    }

    fn grow(&mut self, text: &mut Text, more: &str) {
        text.empty = false;
        if text.shown {
            self.pending.push_str(more);
        } else {
            text.whole.push_str(more);
        }
    }

    fn end_string(&mut self, mut text: Box<Text>) -> State {
        if text.key {
            self.member(&std::mem::take(&mut text.whole));
            return State::Colon;
        }
        if text.shown {
            self.flush();
            return State::After { string: Some(text), spaces: String::new() };
        }
        self.whole_string(&text.whole);
        self.done_or_after()
    }

    /// Goes on with a string whose quote was none of its own.
    pub(super) fn go_on(&mut self, mut text: Box<Text>, spaces: &str, c: char) -> State {
        let bare = text.close.len() == 1 && text.empty && spaces.is_empty();
        match text.close {
            "\"" if bare && c == '"' => text.close = "\"\"\"",
            "'" if bare && c == '\'' => text.close = "'''",
            "\"" if bare => {
                text.close = "\"\"";
                return self.in_string(text, c);
            }
            close => {
                self.grow(&mut text, close);
                self.grow(&mut text, spaces);
                return self.in_string(text, c);
            }
        }
        State::String(text)
    }
}
