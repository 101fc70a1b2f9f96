//! A scripted reply in each provider's format, in one piece and as a stream.

pub(crate) mod anthropic;
pub(crate) mod chat;
pub(crate) mod gemini;
pub(crate) mod responses;

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// A reply as a test writes it.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) end: End,
    pub(crate) usage: Option<[u64; 5]>,
    /// Decides how the stream is cut.
    pub(crate) seed: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// Text of the reasoning, and what goes back with it.
    Reasoning(String, String),
    /// Reasoning that is not shown.
    Hidden(String),
    Call(String, Map<String, Value>),
    /// A text with a signature (Gemini), or a comment beside the answer (OpenAI).
    Marked(String, String),
    Refusal(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    Done,
    Cut,
    Filtered,
}

/// Random choices that come again for the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// `text` in one to many pieces, none empty.
    pub(crate) fn cut(&mut self, text: &str) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for letter in text.chars() {
            if self.roll(4) == 0 {
                pieces.push(String::new());
            }
            if let Some(last) = pieces.last_mut() {
                last.push(letter);
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }
}

/// A stream of events, each with its name if `named`.
pub(crate) fn events(events: &[Value], named: bool, line_end: &str) -> String {
    let mut body = String::new();
    for event in events {
        if let (true, Some(name)) = (named, event["type"].as_str()) {
            let _ = write!(body, "event: {name}{line_end}");
        }
        let _ = write!(body, "data: {event}{line_end}{line_end}");
    }
    body
}
