//! The long members of a request body, each part written once.

use std::sync::Arc;

use super::json::Written;
use crate::Message;
use crate::model::{Request, ResponseFormat};

/// What written JSON depends on beside the messages or tools themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    /// The provider's kind.
    pub(crate) provider: &'static str,
    /// The model as configured: replay data of another one is left out.
    pub(crate) model: Arc<str>,
    /// What else the provider's form depends on.
    pub(crate) flags: u64,
}

/// A run's messages as they were written, kept in [`Request::cache`].
struct Messages {
    scope: Scope,
    /// The messages that `json` holds; shared, so that no other message can take their address.
    written: Vec<Arc<Message>>,
    /// Their JSON, with commas between, without brackets.
    json: Vec<u8>,
}

impl Messages {
    fn fits(&self, scope: &Scope, messages: &[Arc<Message>]) -> bool {
        self.scope == *scope
            && self.written.len() <= messages.len()
            && self.written.iter().zip(messages).all(|(written, message)| Arc::ptr_eq(written, message))
    }
}

/// Writes the messages of `request` as array members, without brackets. `one` writes a single one, given all
/// of them and its place; what it writes is kept, so it may only look back. It may write nothing.
pub(crate) fn messages(
    out: &mut Vec<u8>,
    request: &Request,
    scope: &Scope,
    mut one: impl FnMut(&mut Vec<u8>, &[Arc<Message>], usize) -> Written,
) -> Written {
    let messages = request.messages.messages();
    let mut kept = match request.cache.take::<Messages>() {
        Some(kept) if kept.fits(scope, messages) => kept,
        _ => Box::new(Messages { scope: scope.clone(), written: Vec::new(), json: Vec::new() }),
    };
    for (at, message) in messages.iter().enumerate().skip(kept.written.len()) {
        let before = kept.json.len();
        if before > 0 {
            kept.json.push(b',');
        }
        let start = kept.json.len();
        one(&mut kept.json, messages, at)?;
        if kept.json.len() == start {
            kept.json.truncate(before);
        }
        kept.written.push(Arc::clone(message));
    }
    out.extend_from_slice(&kept.json);
    request.cache.put(kept);
    Ok(())
}

/// An agent's tools and format as they were written, kept in
/// [`ToolList::cache`](crate::model::ToolList::cache).
#[derive(Default)]
struct Fixed {
    tools: Option<Part>,
    format: Option<Part>,
}

struct Part {
    scope: Scope,
    /// The format that the tools were written beside, for both may share one limit.
    format: Option<Arc<ResponseFormat>>,
    json: Vec<u8>,
}

impl Part {
    fn fits(&self, scope: &Scope, format: Option<&Arc<ResponseFormat>>) -> bool {
        let same = match (&self.format, format) {
            (Some(kept), Some(format)) => Arc::ptr_eq(kept, format),
            (None, None) => true,
            _ => false,
        };
        same && self.scope == *scope
    }
}

/// Writes the tools of `request` by `all`, or as `all` wrote them for an earlier request.
pub(crate) fn tools(
    out: &mut Vec<u8>,
    request: &Request,
    scope: &Scope,
    all: impl FnOnce(&mut Vec<u8>) -> Written,
) -> Written {
    fixed(out, request, scope, |fixed| &mut fixed.tools, |fixed| fixed.tools.as_ref(), all)
}

/// Writes the response format of `request` by `one`, or as `one` wrote it for an earlier request.
pub(crate) fn format(
    out: &mut Vec<u8>,
    request: &Request,
    scope: &Scope,
    one: impl FnOnce(&mut Vec<u8>) -> Written,
) -> Written {
    fixed(out, request, scope, |fixed| &mut fixed.format, |fixed| fixed.format.as_ref(), one)
}

fn fixed(
    out: &mut Vec<u8>,
    request: &Request,
    scope: &Scope,
    slot: fn(&mut Fixed) -> &mut Option<Part>,
    kept: fn(&Fixed) -> Option<&Part>,
    write: impl FnOnce(&mut Vec<u8>) -> Written,
) -> Written {
    let cache = request.tools.cache();
    let format = request.response_format.as_ref();
    let found = cache.with(|fixed: &Fixed| {
        let part = kept(fixed).filter(|part| part.fits(scope, format));
        part.map(|part| out.extend_from_slice(&part.json)).is_some()
    });
    if found != Some(true) {
        let mut json = Vec::new();
        write(&mut json)?;
        out.extend_from_slice(&json);
        let mut fixed = cache.take::<Fixed>().unwrap_or_default();
        *slot(&mut fixed) = Some(Part { scope: scope.clone(), format: format.cloned(), json });
        cache.put(fixed);
    }
    Ok(())
}
