//! Block YAML: mappings, sequences, plain and quoted scalars. Off unless asked for.
//!
//! What goes beyond (flow collections, block scalars, anchors, tags, several documents) is refused: a reply
//! that uses it is told to be no JSON.

use super::word::literal;
use crate::decode::json::{BARE, Kind, Node, OWNED, Tape, is_json, pos};
use crate::decode::options::Options;

/// A line without its indentation and comment.
#[derive(Clone, Copy)]
struct Line<'a> {
    indent: usize,
    text: &'a str,
    /// Where the text begins in the reply.
    at: usize,
}

struct Yaml<'a> {
    reply: &'a str,
    options: &'a Options,
    lines: Vec<Line<'a>>,
    line: usize,
    tape: Tape,
    depth: usize,
}

/// Reads a whole reply; `None` where it is no YAML of this kind with at least one key or item.
pub(in crate::decode) fn read(reply: &str, options: &Options) -> Option<Tape> {
    let mut lines = Vec::new();
    let mut at = 0;
    for whole in reply.split_inclusive('\n') {
        let text = whole.trim_end();
        let indent = text.len() - text.trim_start_matches(' ').len();
        let text = without_comment(text.get(indent..)?);
        if text.starts_with('\t') {
            return None;
        }
        if !text.is_empty() && !(text.starts_with("```") || (lines.is_empty() && text == "---")) {
            lines.push(Line { indent, text, at: at + indent });
        }
        at += whole.len();
    }
    let first = *lines.first()?;
    let mut yaml = Yaml { reply, options, lines, line: 0, tape: Tape::default(), depth: 0 };
    if !is_item(first.text) && split_key(first.text).is_none() {
        return None;
    }
    yaml.block(first.indent)?;
    (yaml.line == yaml.lines.len()).then_some(yaml.tape)
}

fn without_comment(text: &str) -> &str {
    let cut = if text.starts_with('#') { Some(0) } else { text.find(" #") };
    // A mark inside of quotes is no comment.
    let quoted = cut.is_some_and(|cut| {
        text.get(..cut).is_some_and(|before| before.matches(['"', '\'']).count() % 2 == 1)
    });
    text.get(..cut.filter(|_| !quoted).unwrap_or(text.len())).unwrap_or_default().trim_end()
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// A key and the text after its colon.
fn split_key(text: &str) -> Option<(&str, &str)> {
    let (key, rest) = match text.strip_suffix(':') {
        Some(key) if !key.contains(": ") => (key, ""),
        _ => text.split_once(": ")?,
    };
    let key = key.trim();
    let inner = key.strip_prefix(['"', '\'']).and_then(|key| key.strip_suffix(['"', '\''])).unwrap_or(key);
    let plain =
        !inner.is_empty() && inner.len() <= 64 && !inner.contains(['"', '{', '[', '?', '&', '*', '!']);
    plain.then_some((inner, rest.trim()))
}

impl Yaml<'_> {
    fn here(&self) -> Option<Line<'_>> {
        self.lines.get(self.line).copied()
    }

    fn push(&mut self, kind: Kind, flags: u8, (a, b): (usize, usize), (start, end): (usize, usize)) {
        let next = pos(self.tape.nodes.len() + 1);
        self.tape.nodes.push(Node {
            kind,
            flags,
            a: pos(a),
            b: pos(b),
            next,
            start: pos(start),
            end: pos(end),
        });
    }

    /// Reads the mapping or sequence whose lines stand at `indent`. The depth is limited.
    fn block(&mut self, indent: usize) -> Option<()> {
        self.depth += 1;
        if self.depth > self.options.max_depth {
            return None;
        }
        let first = self.here()?;
        let items = is_item(first.text);
        let open = self.tape.nodes.len();
        let start = first.at;
        self.push(if items { Kind::Array } else { Kind::Object }, 0, (0, 0), (start, start));
        let mut count = 0;
        while let Some(line) = self.here().filter(|line| line.indent >= indent) {
            if line.indent > indent || is_item(line.text) != items {
                return None;
            }
            if items {
                self.item(line.indent)?
            } else {
                self.member(line.indent)?
            }
            count += 1;
        }
        let (next, end) = (pos(self.tape.nodes.len()), self.tape.nodes.last()?.end);
        let node = self.tape.nodes.get_mut(open)?;
        (node.a, node.next, node.end) = (count, next, end);
        self.depth -= 1;
        Some(())
    }

    fn item(&mut self, indent: usize) -> Option<()> {
        let line = self.here()?;
        let text = line.text.get(1..)?;
        let rest = text.trim_start();
        let shift = 1 + text.len() - rest.len();
        if rest.is_empty() {
            return self.below(indent, line.at);
        }
        if is_item(rest) || split_key(rest).is_some() {
            // The item is a block whose first line begins here.
            let at = line.at + shift;
            let rest = self.reply.get(at..at + rest.len())?.len();
            let slot = self.lines.get_mut(self.line)?;
            slot.text = slot.text.get(slot.text.len() - rest..)?;
            (slot.indent, slot.at) = (indent + shift, at);
            return self.block(indent + shift);
        }
        let (at, len) = (line.at + shift, rest.len());
        self.line += 1;
        self.scalar(at, len)
    }

    fn member(&mut self, indent: usize) -> Option<()> {
        let line = self.here()?;
        let (key, rest) = split_key(line.text)?;
        let offset = |part: &str| part.as_ptr().addr() - self.reply.as_ptr().addr();
        let (from, to) = (offset(key), offset(key) + key.len());
        let value = (!rest.is_empty()).then(|| (offset(rest), rest.len()));
        self.push(Kind::Key, 0, (from, to), (from, to));
        let Some((at, len)) = value else { return self.below(indent, to) };
        self.line += 1;
        self.scalar(at, len)
    }

    /// What belongs to the line before: a block that stands deeper, or nothing.
    fn below(&mut self, indent: usize, at: usize) -> Option<()> {
        self.line += 1;
        match self.here() {
            Some(next) if next.indent > indent || (next.indent == indent && is_item(next.text)) => {
                let inner = next.indent;
                self.block(inner)
            }
            _ => {
                self.push(Kind::Null, 0, (at, at), (at, at));
                Some(())
            }
        }
    }

    fn scalar(&mut self, at: usize, len: usize) -> Option<()> {
        let text = self.reply.get(at..at + len)?;
        let span = (at, at + len);
        if text.starts_with(['"', '\'']) {
            let quote = text.get(..1)?;
            let inner = text.get(1..)?.strip_suffix(quote)?;
            let from = self.tape.owned.len();
            let mut decoded = match quote {
                "\"" => serde_json::from_str::<String>(text).ok()?,
                _ => inner.replace("''", "'"),
            };
            self.tape.owned.push_str(&std::mem::take(&mut decoded));
            self.push(Kind::String, OWNED, (from, self.tape.owned.len()), span);
            return Some(());
        }
        if text.starts_with(['{', '[', '|', '>', '&', '*', '!', '%', '@', '`', ',', ']', '}', '?'])
            || text.contains(": ")
        {
            return None;
        }
        match literal(text) {
            Some((kind, _)) if kind != Kind::Undefined => self.push(kind, 0, span, span),
            _ if text == "~" => self.push(Kind::Null, 0, span, span),
            _ if is_json(text) => self.push(Kind::Number, 0, span, span),
            _ => self.push(Kind::String, BARE, span, span),
        }
        Some(())
    }
}
