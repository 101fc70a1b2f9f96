//! Server-sent events, parsed in place.
//!
//! Follows the event-stream section of the HTML standard, and where providers stray from it, leans to
//! reading: lines end in LF, CRLF or CR, in any mix; a comment, an unknown field, `id` and `retry` are
//! passed over; one space after the colon is dropped if it is there; several `data` lines are joined by LF;
//! a byte order mark at the start is dropped; a last event without its blank line still counts. A character
//! split over two chunks is put together again. An event's size is bounded.
//!
//! Why not a crate: `eventsource-stream` 0.2 and `sse-stream` 0.3 turn a stream of chunks into a stream of
//! owned events, which costs several allocations an event, neither bounds the size of an event, and both
//! drop a last event that has no blank line, as some servers send it.

use std::fmt;

use memchr::{memchr, memchr2};

/// One server-sent event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its `event:` field; empty if there was none.
    pub event: &'a str,
    /// Its `data:` lines, joined by newlines.
    pub data: &'a str,
}

/// Why a stream of events cannot be read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SseError {
    /// An event or a line is larger than this many bytes.
    TooLarge(usize),
    /// An event is not UTF-8.
    Utf8,
}

impl fmt::Display for SseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(limit) => write!(f, "an event of the stream is larger than {limit} bytes"),
            Self::Utf8 => f.write_str("the stream is not valid UTF-8"),
        }
    }
}

impl std::error::Error for SseError {}

/// Reads events out of chunks, however the chunks are cut.
///
/// An event that lies in one chunk is handed out as a slice of that chunk; nothing is allocated for it.
///
/// ```
/// use agentkit::provider::sse::Parser;
///
/// let mut events = Vec::new();
/// let mut parser = Parser::new(1024);
/// parser.push(b"data: one\n\ndata: tw", |event| events.push(event.data.to_owned()))?;
/// parser.push(b"o\n\n", |event| events.push(event.data.to_owned()))?;
/// assert_eq!(events, ["one", "two"]);
/// # Ok::<(), agentkit::provider::sse::SseError>(())
/// ```
#[derive(Debug)]
pub struct Parser {
    /// The start of a line whose end has not come yet.
    line: Vec<u8>,
    /// The data so far of an event that goes over a chunk's end or over several lines.
    data: Vec<u8>,
    event: Vec<u8>,
    has_data: bool,
    /// The last chunk ended in CR; an LF at the start of the next one belongs to it.
    skip_lf: bool,
    /// No line has been read yet, so that a byte order mark may stand before it.
    at_start: bool,
    limit: usize,
}

impl Parser {
    /// A parser that refuses events and lines of more than `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            line: Vec::new(),
            data: Vec::new(),
            event: Vec::new(),
            has_data: false,
            skip_lf: false,
            at_start: true,
            limit,
        }
    }

    /// Reads the next chunk, and calls `each` with every event that it completes.
    pub fn push(&mut self, mut bytes: &[u8], mut each: impl FnMut(Event<'_>)) -> Result<(), SseError> {
        // The only `data` line so far of the event at hand, while it lies in this chunk.
        let mut held: Option<&[u8]> = None;
        while !bytes.is_empty() {
            if self.skip_lf {
                self.skip_lf = false;
                if let Some(rest) = bytes.strip_prefix(b"\n") {
                    bytes = rest;
                    continue;
                }
            }
            let Some(end) = memchr2(b'\n', b'\r', bytes) else { break };
            let (line, rest) = bytes.split_at(end);
            self.skip_lf = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            if self.line.is_empty() {
                self.read_line(line, &mut held, &mut each)?;
            } else {
                self.extend_line(line)?;
                let whole = std::mem::take(&mut self.line);
                self.hold(&mut held);
                let mut owned = None;
                let read = self.read_line(&whole, &mut owned, &mut each);
                self.hold(&mut owned);
                read?;
                self.line = whole;
                self.line.clear();
            }
        }
        self.hold(&mut held);
        self.extend_line(bytes)
    }

    /// Ends the stream: what is left counts as an event if it has data.
    pub fn finish(mut self, mut each: impl FnMut(Event<'_>)) -> Result<(), SseError> {
        let line = std::mem::take(&mut self.line);
        let mut held = None;
        if !line.is_empty() {
            self.read_line(&line, &mut held, &mut each)?;
        }
        self.read_line(b"", &mut held, &mut each)
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), SseError> {
        if self.line.len().saturating_add(bytes.len()) > self.limit {
            return Err(SseError::TooLarge(self.limit));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    /// Moves held data into the parser, where it outlives its chunk.
    fn hold(&mut self, held: &mut Option<&[u8]>) {
        if let Some(data) = held.take() {
            self.data.extend_from_slice(data);
        }
    }

    fn read_line<'a>(
        &mut self,
        mut line: &'a [u8],
        held: &mut Option<&'a [u8]>,
        each: &mut impl FnMut(Event<'_>),
    ) -> Result<(), SseError> {
        if std::mem::take(&mut self.at_start) {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch(held, each);
        }
        let (field, rest) = line.split_at(memchr(b':', line).unwrap_or(line.len()));
        let value = rest.get(1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => self.add_data(value, held),
            b"event" => {
                self.event.clear();
                self.event.extend_from_slice(value);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn add_data<'a>(&mut self, value: &'a [u8], held: &mut Option<&'a [u8]>) -> Result<(), SseError> {
        let so_far = self.data.len() + held.map_or(0, <[u8]>::len) + usize::from(self.has_data);
        if so_far.saturating_add(value.len()) > self.limit {
            return Err(SseError::TooLarge(self.limit));
        }
        if self.has_data {
            self.hold(held);
            self.data.push(b'\n');
            self.data.extend_from_slice(value);
        } else {
            self.has_data = true;
            *held = Some(value);
        }
        Ok(())
    }

    fn dispatch(
        &mut self,
        held: &mut Option<&[u8]>,
        each: &mut impl FnMut(Event<'_>),
    ) -> Result<(), SseError> {
        if std::mem::take(&mut self.has_data) {
            let data = held.take().unwrap_or(&self.data);
            let data = std::str::from_utf8(data).map_err(|_| SseError::Utf8)?;
            let event = std::str::from_utf8(&self.event).map_err(|_| SseError::Utf8)?;
            each(Event { event, data });
        }
        self.data.clear();
        self.event.clear();
        Ok(())
    }
}
