//! What surrounds the value: prose, fences, tags and thinking blocks.

use serde_json::Value;

use super::PartialDecoder;
use super::guide::Ids;
use super::lexer::State;

/// The longest tag that is looked at, in bytes.
const MAX_TAG: usize = 128;

/// Where around the value the reply is.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// A tag that is not whole.
    tag: Option<String>,
    /// The name of the thinking block that is open.
    thinking: Option<String>,
    /// Whether the value has been read.
    done: bool,
    /// Whether anything but white space came.
    seen: bool,
}

impl Outside {
    pub(super) fn prose() -> Self {
        Self { seen: true, ..Self::default() }
    }

    pub(super) fn after() -> Self {
        Self { done: true, seen: true, ..Self::default() }
    }
}

impl PartialDecoder {
    /// Begins anew: what looked like the value was none.
    pub(super) fn restart(&mut self) {
        self.root = Value::Null;
        self.frames.clear();
        self.pending.clear();
        self.begun = false;
        self.next = Ids::of(self.schema.compiled(), &[self.schema.root()]);
    }

    pub(super) fn outside(&mut self, mut outside: Outside, c: char) -> State {
        // The whole reply is a string: brackets in it are text, and it is shown once it is decoded.
        if c == '"' && !outside.seen {
            return State::Lost;
        }
        outside.seen |= !c.is_whitespace();
        match (&mut outside.tag, c) {
            (_, '<') => outside.tag = Some(String::new()),
            (Some(tag), '>') => {
                let tag = std::mem::take(tag);
                outside.tag = None;
                return self.tag(outside, &tag);
            }
            (Some(tag), c) if tag.len() < MAX_TAG && !matches!(c, '{' | '[') => tag.push(c),
            _ => {
                outside.tag = None;
                if outside.thinking.is_none() && !outside.done && matches!(c, '{' | '[') {
                    return self.begin(c == '{');
                }
            }
        }
        State::Outside(outside)
    }

    /// Begins with a value, which is followed but not shown where it is of another kind than what is wanted.
    fn begin(&mut self, object: bool) -> State {
        if self.open(object) {
            return if object { State::Key } else { State::Value };
        }
        State::Lost
    }

    fn tag(&mut self, mut outside: Outside, tag: &str) -> State {
        let (closing, name) = tag.strip_prefix('/').map_or((false, tag), |name| (true, name));
        let name = name.split_whitespace().next().unwrap_or_default();
        match (&outside.thinking, closing) {
            (Some(open), true) if open == name => outside.thinking = None,
            (Some(_), _) => {}
            (None, _) if !crate::decode::scan::is_thinking(name) => {}
            (None, false) => outside.thinking = Some(name.to_owned()),
            // Its beginning was cut off: all before it was thinking.
            (None, true) => {
                self.restart();
                outside = Outside::default();
            }
        }
        State::Outside(outside)
    }
}
