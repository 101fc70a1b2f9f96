//! The long members of a request body, each part written once.

use std::sync::Arc;

use super::ProviderError;
use super::json::Written;
use crate::Message;
use crate::model::Request;

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

/// An agent's tools as they were written, kept in [`ToolList::cache`](crate::model::ToolList::cache).
struct Tools {
    scope: Scope,
    json: Vec<u8>,
}

/// Writes the tools of `request` by `all`, or as `all` wrote them for an earlier request.
pub(crate) fn tools(
    out: &mut Vec<u8>,
    request: &Request,
    scope: &Scope,
    all: impl FnOnce(&mut Vec<u8>) -> Result<(), ProviderError>,
) -> Written {
    let cache = request.tools.cache();
    let found = cache.with(|kept: &Tools| {
        let fits = kept.scope == *scope;
        if fits {
            out.extend_from_slice(&kept.json);
        }
        fits
    });
    if found != Some(true) {
        let mut json = Vec::new();
        all(&mut json)?;
        out.extend_from_slice(&json);
        cache.put(Box::new(Tools { scope: scope.clone(), json }));
    }
    Ok(())
}
