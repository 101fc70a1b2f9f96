//! One HTTP client for every wire format.

mod deny;
mod exchange;
mod failure;
mod live;
mod options;
mod retry;
mod url;

pub use deny::{allow_real_requests, deny_real_requests};

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use bytes::Bytes;
use reqwest::{Client, Proxy};
use secrecy::SecretString;

use self::exchange::Exchange;
use self::options::{Options, Problem, Ready};
use self::retry::Attempts;
use super::wire::Wire;
use super::{Provider, ProviderError, ResponseStream, SchemaPlan};
use crate::model::{Capabilities, Request, Response};

/// A provider reached over HTTP: the wire format `W` and the client that carries it.
///
/// Every limit is finite unless it is set otherwise: 10 s to connect, 60 s between two pieces of a reply,
/// 600 s for a whole attempt, 32 MiB of reply, 2 retries, 120 s of waiting on the provider's word.
///
/// A request is sent again after 408, 409, 429, 5xx (but 501 and 505), a connection that failed or broke and
/// a time limit, unless the provider's `x-should-retry` header says otherwise, and never when a quota is
/// used up. It waits as long as `retry-after-ms`, `retry-after` or the body of the error ask; where that is
/// longer than the limit it fails at once, with the delay in the error. Else it waits 0.5 s, doubled each
/// time up to 8 s, less up to a quarter by chance. A streamed reply is asked for again only as long as
/// nothing of it was handed out.
///
/// Proxies are taken from the usual environment variables (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`,
/// `NO_PROXY`) unless one is set. Redirects are followed on the same host only, and only where they repeat
/// the request unchanged (307, 308).
///
/// What is wrong with the options, such as an unusable base URL or a missing key, comes out in
/// [`Provider::check`], which building an agent calls, and of each request.
pub struct Http<W> {
    wire: W,
    options: Options,
    ready: OnceLock<Result<Ready, Problem>>,
}

impl<W: Wire> Http<W> {
    /// A provider that speaks `wire`.
    pub fn over(wire: W) -> Self {
        Self { wire, options: Options::default(), ready: OnceLock::new() }
    }

    /// The wire format, to be tested without a network.
    pub fn wire(&self) -> &W {
        &self.wire
    }

    pub(crate) fn map_wire(mut self, change: impl FnOnce(W) -> W) -> Self {
        self.wire = change(self.wire);
        self.ready = OnceLock::new();
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self.ready = OnceLock::new();
        self
    }

    /// Takes the key and the base URL from the environment, where they are not given otherwise. Which
    /// variables are read stands with each provider. They are read once, at the first request or check.
    pub fn from_env(self) -> Self {
        self.with(|options| options.from_env = true)
    }

    /// Sets the API key. It never shows in `Debug` output or in errors.
    pub fn api_key(self, key: impl Into<SecretString>) -> Self {
        self.with(|options| options.key = Some(key.into()))
    }

    /// Sets the base URL, such as `http://localhost:11434/v1`. A query in it is kept.
    pub fn base_url(self, url: impl Into<SecretString>) -> Self {
        self.with(|options| options.base_url = Some(url.into()))
    }

    /// Adds a header to every request; it wins over agentkit's own. Its value is treated as a secret.
    pub fn header(self, name: impl Into<String>, value: impl Into<SecretString>) -> Self {
        self.with(|options| options.headers.push((name.into(), value.into())))
    }

    /// Uses this client, with its own proxies, redirects and connect timeout, to share its connections.
    pub fn client(self, client: Client) -> Self {
        self.with(|options| options.client = Some(client))
    }

    /// Adds a proxy, instead of those of the environment.
    pub fn proxy(self, proxy: Proxy) -> Self {
        self.with(|options| options.proxies.push(proxy))
    }

    /// Uses no proxy, whatever the environment says.
    pub fn no_proxy(self) -> Self {
        self.with(|options| options.no_proxy = true)
    }

    /// Sets how long connecting may take.
    pub fn connect_timeout(self, limit: Duration) -> Self {
        self.with(|options| options.connect_timeout = Some(limit))
    }

    /// Sets how long a reply that has begun may pause.
    pub fn idle_timeout(self, limit: Duration) -> Self {
        self.with(|options| options.idle_timeout = limit)
    }

    /// Sets how long one attempt may take, from connecting to the reply's last byte.
    pub fn timeout(self, limit: Duration) -> Self {
        self.with(|options| options.timeout = limit)
    }

    /// Sets how large a reply may be.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        self.with(|options| options.max_response_bytes = limit)
    }

    /// Sets how often a failed request is sent again at most.
    pub fn max_retries(self, retries: u32) -> Self {
        self.with(|options| options.retry.max_retries = retries)
    }

    /// Sets the wait before the first retry, which doubles with each further one up to 8 s.
    pub fn backoff(self, first: Duration) -> Self {
        self.with(|options| options.retry.backoff = first)
    }

    /// Sets the longest wait that a provider may ask for.
    pub fn max_retry_after(self, limit: Duration) -> Self {
        self.with(|options| options.retry.max_wait = limit)
    }

    fn ready(&self) -> Result<&Ready, ProviderError> {
        self.ready.get_or_init(|| self.options.ready(&self.wire)).as_ref().map_err(Problem::error)
    }

    fn exchange(&self, request: &Request, stream: bool) -> Result<Exchange<'_, W>, ProviderError> {
        let ready = self.ready()?;
        deny::check(if stream { &ready.stream } else { &ready.plain })?;
        let body = Bytes::from(self.wire.encode(request, stream)?);
        Ok(Exchange { wire: &self.wire, options: &self.options, ready, body, stream })
    }

    fn named(&self, error: ProviderError) -> ProviderError {
        error.with_provider(self.wire.name())
    }
}

impl<W: Wire> Provider for Http<W> {
    fn name(&self) -> &str {
        self.wire.name()
    }

    fn model(&self) -> &str {
        self.wire.model()
    }

    fn capabilities(&self) -> Capabilities {
        self.wire.capabilities()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.ready().and_then(|_| self.wire.check(request)).map_err(|error| self.named(error))
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        self.wire.plan(request)
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        let exchange = self.exchange(request, false).map_err(|error| self.named(error))?;
        let mut attempts = Attempts::new(&self.options.retry);
        loop {
            match exchange.complete().await {
                Ok(mut response) => {
                    response.retries = attempts.retries();
                    return Ok(response);
                }
                Err(failure) => {
                    let limit = self.wire.max_retries(&failure.error);
                    attempts.wait(failure, limit).await.map_err(|error| self.named(error))?;
                }
            }
        }
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        let exchange = self.exchange(request, true).map_err(|error| self.named(error))?;
        let mut attempts = Attempts::new(&self.options.retry);
        loop {
            match exchange.open_stream(attempts.retries()).await {
                Ok(stream) => return Ok(stream),
                Err(failure) => {
                    let limit = self.wire.max_retries(&failure.error);
                    attempts.wait(failure, limit).await.map_err(|error| self.named(error))?;
                }
            }
        }
    }
}

impl<W: Wire + Clone> Clone for Http<W> {
    fn clone(&self) -> Self {
        Self { wire: self.wire.clone(), options: self.options.clone(), ready: OnceLock::new() }
    }
}

impl<W: Wire> fmt::Debug for Http<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("provider", &self.wire.name())
            .field("model", &self.wire.model())
            .field("timeout", &self.options.timeout)
            .field("max_retries", &self.options.retry.max_retries)
            .finish_non_exhaustive()
    }
}
