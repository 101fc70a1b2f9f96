//! Server-sent events.

/// One server-sent event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its `event:` field; empty if there was none.
    pub event: &'a str,
    /// Its `data:` lines, joined by newlines.
    pub data: &'a str,
}
