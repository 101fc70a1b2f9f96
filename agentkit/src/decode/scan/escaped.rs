//! A value whose every quote is escaped: `{\"a\": 1}`.

use super::Candidate;
use super::reader::Failure;
use crate::decode::error::DecodeErrorKind;
use crate::decode::json::{Kind, Node, OWNED, Tape, pos};
use crate::decode::options::Options;
use crate::decode::repair::{RepairKind, Repairs};
use crate::decode::strict;
use crate::decode::text::{Escape, escape, space_end};

/// Whether an escaped quote is the first thing in the brackets at `start`.
pub(super) fn begins(bytes: &[u8], start: usize) -> bool {
    /// How far is looked for it, in bytes.
    const MAX_AHEAD: usize = 256;
    let bytes = bytes.get(..bytes.len().min(start + MAX_AHEAD)).unwrap_or(bytes);
    let mut at = start + 1;
    let mut brackets = 0;
    while brackets < 8 {
        at = space_end(bytes, at);
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'\\'), Some(b'n' | b'r' | b't')) => at += 2,
            (Some(b'[' | b'{'), _) => (at, brackets) = (at + 1, brackets + 1),
            (Some(b'\\'), Some(b'"')) => return true,
            _ => return false,
        }
    }
    false
}

/// Reads it, if all up to the end of the reply is escaped alike, and is JSON once it is not.
pub(super) fn read(text: &str, start: usize, options: &Options) -> Result<Candidate, Failure> {
    let failed = |at| Failure { kind: DecodeErrorKind::Syntax, at, begun: true, depth: 1 };
    let bytes = text.as_bytes();
    let mut plain = String::new();
    let mut at = start;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '\\' => match escape(bytes, at) {
                Escape::Char(c, len) => {
                    plain.push(c);
                    at += len;
                }
                _ => return Err(failed(at)),
            },
            // The end of the string that the value was cut out of, or of a fence.
            '"' | '`' => break,
            c => {
                plain.push(c);
                at += c.len_utf8();
            }
        }
    }
    let tape = strict::parse(&plain, options.max_depth).map_err(|_| failed(at))?;
    let mut repairs = Repairs::default();
    repairs.add(RepairKind::EscapedJson, String::new, start, at);
    let tape = owned(&tape, &plain, (start, at));
    Ok(Candidate { tape, repairs, start, end: at, cut: false, guessed: false })
}

/// The tree with all texts in its own buffer.
fn owned(tape: &Tape, plain: &str, (start, end): (usize, usize)) -> Tape {
    let view = tape.view_of(plain);
    let mut buffer = String::with_capacity(plain.len());
    let nodes = tape.nodes.iter().map(|node| {
        let place = Node { start: pos(start), end: pos(end), ..*node };
        if matches!(node.kind, Kind::Array | Kind::Object) {
            return place;
        }
        let from = buffer.len();
        buffer.push_str(view.text(node));
        Node { flags: node.flags | OWNED, a: pos(from), b: pos(buffer.len()), ..place }
    });
    let nodes = nodes.collect();
    Tape { nodes, source: String::new(), owned: buffer }
}
