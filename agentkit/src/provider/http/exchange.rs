//! One attempt at a request.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use secrecy::ExposeSecret;
use tokio::time::{Instant, timeout, timeout_at};

use super::failure;
use super::live::Live;
use super::options::{Options, Ready};
use super::retry::{self, Failure};
use crate::model::Response;
use crate::provider::wire::Wire;
use crate::provider::{ProviderError, ProviderErrorKind, ResponseStream};

/// A request as it goes out, and what is needed to read its reply.
#[derive(Debug)]
pub(super) struct Exchange<'a, W> {
    pub(super) wire: &'a W,
    pub(super) options: &'a Options,
    pub(super) ready: &'a Ready,
    pub(super) body: Bytes,
    pub(super) stream: bool,
}

/// What came back.
enum Opened {
    /// A success, of which the headers are here.
    Reply(reqwest::Response),
    /// An error status that is a reply all the same.
    Recovered(Box<Response>),
}

/// What a body is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Json,
    Events,
    Unknown,
    Other,
}

impl<W: Wire> Exchange<'_, W> {
    /// Sends the request and reads the whole reply.
    pub(super) async fn complete(&self) -> Result<Response, Failure> {
        let limit = self.options.timeout;
        timeout(limit, self.complete_untimed()).await.unwrap_or_else(|_| Err(failure::late(limit).into()))
    }

    async fn complete_untimed(&self) -> Result<Response, Failure> {
        match self.open().await? {
            Opened::Recovered(response) => Ok(*response),
            Opened::Reply(reply) => self.whole(reply).await,
        }
    }

    /// Sends the request and reads its reply up to the first piece.
    pub(super) async fn open_stream(&self, retries: u32) -> Result<ResponseStream, Failure> {
        let limit = self.options.timeout;
        let deadline = Instant::now() + limit;
        let opened = timeout_at(deadline, self.open()).await.map_err(|_| failure::late(limit))??;
        let reply = match opened {
            Opened::Reply(reply) => reply,
            Opened::Recovered(mut response) => {
                response.retries = retries;
                return Ok(ResponseStream::whole(*response));
            }
        };
        match content(reply.headers()) {
            Content::Events | Content::Unknown => {
                Live::new(reply, self, deadline, retries).begin().await.map_err(Failure::from)
            }
            // Some servers do not stream and answer in one piece.
            Content::Json | Content::Other => {
                let whole = timeout_at(deadline, self.whole(reply)).await;
                let mut response = whole.map_err(|_| failure::late(limit))??;
                response.retries = retries;
                Ok(ResponseStream::whole(response))
            }
        }
    }

    async fn open(&self) -> Result<Opened, Failure> {
        let url = if self.stream { &self.ready.stream } else { &self.ready.plain };
        let mut request = reqwest::Request::new(Method::POST, url.clone());
        request.headers_mut().clone_from(&self.ready.headers);
        *request.body_mut() = Some(self.body.clone().into());
        let sent = self.ready.client.execute(request).await;
        let reply = sent.map_err(|error| failure::sending(error, url))?;
        let status = reply.status();
        if status.is_success() {
            return Ok(Opened::Reply(reply));
        }
        let (id, asked) = (request_id(reply.headers()), retry::delay(reply.headers()));
        let should_retry = retry::should_retry(reply.headers());
        if status.is_redirection() {
            let location = reply.headers().get(LOCATION).and_then(|value| value.to_str().ok());
            let error = failure::redirected(status.as_u16(), location, reply.url());
            return Err(self.finish(error, id.as_deref()).into());
        }
        // The status tells what is needed even where the body breaks off.
        let body = self.read(reply).await.unwrap_or_default();
        let status = status.as_u16();
        if let Some(mut response) = self.wire.recover(status, &body) {
            response.request_id = id;
            return Ok(Opened::Recovered(Box::new(response)));
        }
        let mut error = self.wire.decode_error(status, &body).with_status(status);
        if let Some(delay) = asked {
            error = error.with_retry_after(delay);
        }
        Err(Failure { error: self.finish(error, id.as_deref()), should_retry })
    }

    /// Reads a success that came in one piece.
    async fn whole(&self, reply: reqwest::Response) -> Result<Response, Failure> {
        let id = request_id(reply.headers());
        let (status, content) = (reply.status().as_u16(), content(reply.headers()));
        let body = self.read(reply).await.map_err(|error| self.finish(error, id.as_deref()))?;
        let looks_like_json = || matches!(body.trim_ascii_start().first(), Some(b'{' | b'['));
        let decoded = match content {
            _ if std::str::from_utf8(&body).is_err() => {
                Err(ProviderError::new(ProviderErrorKind::Protocol, "the reply is not valid UTF-8"))
            }
            Content::Json => self.wire.decode(&body),
            Content::Unknown if looks_like_json() => self.wire.decode(&body),
            _ => Err(not_json(&body)),
        };
        match decoded {
            Ok(mut response) => {
                response.request_id = id;
                Ok(response)
            }
            Err(error) => Err(self.finish(error.with_status(status), id.as_deref()).into()),
        }
    }

    async fn read(&self, mut reply: reqwest::Response) -> Result<Bytes, ProviderError> {
        let (limit, idle) = (self.options.max_response_bytes, self.options.idle_timeout);
        let announced = reply.content_length().unwrap_or(0);
        if announced > u64::try_from(limit).unwrap_or(u64::MAX) {
            return Err(failure::too_large(limit));
        }
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        while let Some(chunk) = next_chunk(&mut reply, idle, first.len() + all.len()).await? {
            if first.len() + all.len() + chunk.len() > limit {
                return Err(failure::too_large(limit));
            }
            if first.is_empty() && all.is_empty() {
                first = chunk;
                continue;
            }
            if !first.is_empty() {
                all.reserve(usize::try_from(announced).unwrap_or(0).max(first.len() + chunk.len()));
                all.extend_from_slice(&std::mem::take(&mut first));
            }
            all.extend_from_slice(&chunk);
        }
        Ok(if all.is_empty() { first } else { all.freeze() })
    }

    /// Adds the request's id to an error, and takes the key out of it, should a server have echoed it.
    fn finish(&self, mut error: ProviderError, request_id: Option<&str>) -> ProviderError {
        if let Some(id) = request_id {
            error = error.with_request_id(id);
        }
        match &self.ready.key {
            Some(key) => error.without_secret(key.expose_secret()),
            None => error,
        }
    }
}

/// The next piece of a reply.
pub(super) async fn next_chunk(
    reply: &mut reqwest::Response,
    idle: Duration,
    received: usize,
) -> Result<Option<Bytes>, ProviderError> {
    match timeout(idle, reply.chunk()).await {
        Ok(chunk) => chunk.map_err(|error| failure::receiving(error, received)),
        Err(_) => Err(failure::stalled(idle, received)),
    }
}

/// The request's id in the provider's logs: OpenAI and Gemini, Anthropic, Azure.
pub(super) fn request_id(headers: &HeaderMap) -> Option<String> {
    ["x-request-id", "request-id", "apim-request-id"]
        .iter()
        .find_map(|name| headers.get(*name)?.to_str().ok())
        .map(str::to_owned)
}

fn content(headers: &HeaderMap) -> Content {
    let Some(value) = headers.get(CONTENT_TYPE) else { return Content::Unknown };
    let value = value.to_str().unwrap_or_default();
    let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "text/event-stream" => Content::Events,
        "application/json" => Content::Json,
        kind if kind.ends_with("+json") => Content::Json,
        "" | "text/plain" | "application/octet-stream" => Content::Unknown,
        _ => Content::Other,
    }
}

/// A success whose body is no reply: a proxy's page, a wrong path, the wrong server.
fn not_json(body: &[u8]) -> ProviderError {
    let message = format!("the reply is not JSON: {}", ProviderError::snippet(body));
    ProviderError::new(ProviderErrorKind::Protocol, message)
}
