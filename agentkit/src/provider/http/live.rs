//! A reply as it streams in.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::stream;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::{Instant, timeout_at};

use super::exchange::{Exchange, next_chunk, request_id};
use super::failure;
use crate::model::{Delta, Response};
use crate::provider::sse::{Event, Parser, SseError};
use crate::provider::wire::{Assemble, Progress, Wire};
use crate::provider::{ProviderError, ProviderErrorKind, ResponseStream};

/// A reply that is still being read.
pub(super) struct Live {
    reply: reqwest::Response,
    parser: Parser,
    /// Gone when the reply is whole.
    assembler: Option<Box<dyn Assemble>>,
    deltas: Vec<Delta>,
    pending: VecDeque<Delta>,
    /// How it ended, to be handed out once `pending` is.
    end: Option<Result<Response, ProviderError>>,
    deadline: Instant,
    timeout: Duration,
    idle: Duration,
    received: usize,
    limit: usize,
    label: Label,
}

/// What every outcome is labelled with.
struct Label {
    provider: String,
    request_id: Option<String>,
    retries: u32,
    key: Option<SecretString>,
}

impl Live {
    pub(super) fn new<W: Wire>(
        reply: reqwest::Response,
        exchange: &Exchange<'_, W>,
        deadline: Instant,
        retries: u32,
    ) -> Self {
        let label = Label {
            provider: exchange.wire.name().to_owned(),
            request_id: request_id(reply.headers()),
            retries,
            key: exchange.ready.key.clone(),
        };
        Self {
            reply,
            parser: Parser::new(exchange.options.max_response_bytes),
            assembler: Some(exchange.wire.assembler()),
            deltas: Vec::new(),
            pending: VecDeque::new(),
            end: None,
            deadline,
            timeout: exchange.options.timeout,
            idle: exchange.options.idle_timeout,
            received: 0,
            limit: exchange.options.max_response_bytes,
            label,
        }
    }

    /// Reads up to the first piece, and hands out the rest as it comes. A failure before that is returned,
    /// so that the request can be sent again.
    pub(super) async fn begin(mut self) -> Result<ResponseStream, ProviderError> {
        loop {
            self.read().await;
            match self.end.take() {
                Some(Err(error)) => return Err(error),
                end => self.end = end,
            }
            if !self.pending.is_empty() || self.end.is_some() {
                return Ok(ResponseStream::new(stream::unfold(Box::new(self), Self::next)));
            }
        }
    }

    async fn next(mut self: Box<Self>) -> Option<(Result<Delta, ProviderError>, Box<Self>)> {
        loop {
            if let Some(delta) = self.pending.pop_front() {
                return Some((Ok(delta), self));
            }
            if let Some(end) = self.end.take() {
                return Some((end.map(|response| Delta::Done(Box::new(response))), self));
            }
            self.assembler.as_ref()?;
            self.read().await;
        }
    }

    /// Reads one chunk: into `pending`, and into `end` if it was the last.
    async fn read(&mut self) {
        let outcome = match self.read_chunk().await {
            Ok(Progress::Open) => return,
            Ok(Progress::Done) => self.assembler.take().map(Assemble::finish),
            Err(error) => {
                self.assembler = None;
                Some(Err(error))
            }
        };
        self.end = outcome.map(|outcome| self.label.label(outcome));
    }

    async fn read_chunk(&mut self) -> Result<Progress, ProviderError> {
        let reading = next_chunk(&mut self.reply, self.idle, self.received);
        let chunk = timeout_at(self.deadline, reading).await.map_err(|_| failure::late(self.timeout))??;
        let Some(assembler) = &mut self.assembler else { return Ok(Progress::Done) };
        let mut outcome = Ok(Progress::Open);
        let each = |event: Event<'_>| {
            if matches!(outcome, Ok(Progress::Open)) {
                outcome = assembler.push(&event, &mut self.deltas);
            }
        };
        let (parsed, at_end) = if let Some(chunk) = &chunk {
            self.received = self.received.saturating_add(chunk.len());
            if self.received > self.limit {
                return Err(failure::too_large(self.limit));
            }
            (self.parser.push(chunk, each), false)
        } else {
            (std::mem::replace(&mut self.parser, Parser::new(0)).finish(each), true)
        };
        self.pending.extend(self.deltas.drain(..));
        match outcome? {
            Progress::Open => parsed.map_err(unreadable)?,
            // What follows the end is of no interest, however garbled.
            Progress::Done => return Ok(Progress::Done),
        }
        Ok(if at_end { Progress::Done } else { Progress::Open })
    }
}

impl Label {
    fn label(&self, outcome: Result<Response, ProviderError>) -> Result<Response, ProviderError> {
        match outcome {
            Ok(mut response) => {
                response.request_id.clone_from(&self.request_id);
                response.retries = self.retries;
                Ok(response)
            }
            Err(mut error) => {
                error = error.with_provider(&*self.provider).with_attempts(self.retries.saturating_add(1));
                if let Some(id) = &self.request_id {
                    error = error.with_request_id(&**id);
                }
                if let Some(key) = &self.key {
                    error = error.without_secret(key.expose_secret());
                }
                Err(error)
            }
        }
    }
}

fn unreadable(error: SseError) -> ProviderError {
    let kind = match error {
        SseError::TooLarge(_) => ProviderErrorKind::TooLarge,
        SseError::Utf8 => ProviderErrorKind::Protocol,
    };
    ProviderError::new(kind, error.to_string()).with_source(error)
}
