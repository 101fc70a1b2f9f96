//! A reply that is one scalar, apart from what surrounds it.

use super::Candidate;
use super::reader::{Place, Reader};
use crate::decode::json::Kind;
use crate::decode::options::Options;
use crate::decode::repair::{RepairKind, Repairs};

/// Reads the whole reply as one scalar: a scalar out of prose is never taken.
pub(in crate::decode) fn whole_scalar(reply: &str, options: &Options) -> Option<(Candidate, Repairs)> {
    let mut around = Repairs::default();
    let (start, end) = inner(reply, &mut around)?;
    let mut reader = Reader::new(reply.get(..end)?, options);
    reader.begin(start);
    if reader.quote_at(start).is_some() {
        reader.string(Kind::String, Place::Root)?;
    } else {
        reader.word(Place::Root)?;
    }
    let Reader { at, tape, repairs, so_far, .. } = reader;
    let whole = at == end && !tape.nodes.first()?.has(crate::decode::json::CUT);
    whole.then_some((Candidate { tape, repairs, start, end, cut: false, guessed: so_far.guessed }, around))
}

/// The bounds of what is inside of thinking blocks before it, a fence and emphasis.
fn inner(reply: &str, around: &mut Repairs) -> Option<(usize, usize)> {
    let place = |text: &str| text.as_ptr().addr() - reply.as_ptr().addr();
    let mut text = reply.trim_start_matches('\u{feff}').trim();
    for space in [0..place(text), place(text) + text.len()..reply.len()] {
        let skipped = reply.get(space.clone())?;
        if skipped.starts_with('\u{feff}') {
            around.add(RepairKind::Bom, String::new, space.start, space.end);
        } else if skipped.contains(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')) {
            around.add(RepairKind::UnicodeSpace, String::new, space.start, space.end);
        }
    }
    if let Some(end) = last(text, "</think>").or_else(|| last(text, "</thinking>")) {
        let close = end + text.get(end..)?.find('>')? + 1;
        around.add(RepairKind::Think, String::new, place(text), place(text) + close);
        text = text.get(close..)?.trim();
    }
    for mark in ["```", "~~~"] {
        if let Some(body) = text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark)) {
            around.add(RepairKind::Fence, String::new, place(text), place(text) + text.len());
            let info = |c: char| c.is_ascii_alphanumeric();
            text = match body.split_once('\n') {
                Some((first, rest)) if first.trim().chars().all(info) => rest.trim(),
                _ => body.trim(),
            };
        }
    }
    for (mark, kind) in [
        ("**", RepairKind::MarkdownEmphasis),
        ("__", RepairKind::MarkdownEmphasis),
        ("*", RepairKind::MarkdownEmphasis),
        ("`", RepairKind::Fence),
    ] {
        let body = text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        if let Some(body) = body.filter(|body| !body.contains(mark)) {
            around.add(kind, String::new, place(text), place(text) + text.len());
            text = body.trim();
            break;
        }
    }
    (!text.is_empty()).then(|| (place(text), place(text) + text.len()))
}

fn last(text: &str, wanted: &str) -> Option<usize> {
    memchr::memmem::find_iter(text.as_bytes(), wanted.as_bytes()).last()
}
