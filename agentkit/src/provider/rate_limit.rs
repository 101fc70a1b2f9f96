//! Requests and tokens a minute, kept to by all agents that share a limiter.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::Instant;

use super::{Provider, ProviderError, ResponseStream, SchemaPlan};
use crate::model::{Capabilities, Delta, Request, Response, Usage};

/// Limits on requests and tokens a minute. Clones share the limits.
///
/// Each limit is a bucket that holds a minute's worth and fills up evenly. A request waits its turn until
/// there is room, in the order of asking. Its tokens are not known before the reply, so the average of
/// recent replies is set aside and put right afterwards; a reply that takes more makes the next ones wait
/// longer. Requests that a provider sends again count when it has answered. A request that is dropped while
/// it waits gives back what was set aside.
///
/// ```
/// use agentkit::provider::{RateLimiter, Reply, Scripted};
///
/// let limiter = RateLimiter::new().requests_per_minute(60).tokens_per_minute(90_000);
/// let model = limiter.limit(Scripted::new([Reply::text("Hello.")]));
/// let other = limiter.limit(Scripted::new([Reply::text("Hello.")]));
/// ```
#[derive(Clone, Default)]
pub struct RateLimiter(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    requests: Option<Bucket>,
    tokens: Option<Bucket>,
    /// The tokens of a recent reply, on average.
    average: f64,
}

/// What may be used now; below zero is what has been promised already.
struct Bucket {
    per_minute: f64,
    level: f64,
    at: Instant,
}

impl Bucket {
    fn new(per_minute: u32) -> Self {
        let per_minute = f64::from(per_minute.max(1));
        Self { per_minute, level: per_minute, at: Instant::now() }
    }

    /// Takes `amount`, and says how long to wait until that is covered. An amount over a whole minute's worth
    /// waits for a full bucket.
    fn take(&mut self, amount: f64, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.per_minute / 60.0).min(self.per_minute);
        self.at = now;
        let missing = amount.min(self.per_minute) - self.level;
        self.level -= amount;
        Duration::try_from_secs_f64(missing.max(0.0) * 60.0 / self.per_minute).unwrap_or(Duration::MAX)
    }

    /// Gives back, or takes without waiting where `amount` is below zero.
    fn give(&mut self, amount: f64) {
        self.level += amount;
    }
}

impl RateLimiter {
    /// A limiter without limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits requests a minute, from now on.
    #[must_use]
    pub fn requests_per_minute(self, requests: u32) -> Self {
        self.state().requests = Some(Bucket::new(requests));
        self
    }

    /// Limits tokens a minute, input and output together, from now on.
    #[must_use]
    pub fn tokens_per_minute(self, tokens: u32) -> Self {
        self.state().tokens = Some(Bucket::new(tokens));
        self
    }

    /// The provider within these limits.
    pub fn limit<P: Provider>(&self, provider: P) -> Limited<P> {
        Limited { provider, limiter: self.clone() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room for one request.
    async fn enter(&self) -> Ticket {
        let (ticket, delay) = {
            let mut state = self.state();
            let now = Instant::now();
            let tokens = state.average;
            let requests = state.requests.as_mut().map_or(Duration::ZERO, |bucket| bucket.take(1.0, now));
            let for_tokens = state.tokens.as_mut().map_or(Duration::ZERO, |bucket| bucket.take(tokens, now));
            (Ticket { limiter: self.clone(), tokens, sent: false }, requests.max(for_tokens))
        };
        let mut ticket = ticket;
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        ticket.sent = true;
        ticket
    }
}

/// Room for one request.
struct Ticket {
    limiter: RateLimiter,
    tokens: f64,
    sent: bool,
}

impl Ticket {
    /// Puts right what was set aside.
    fn settle(self, usage: Option<Usage>, retries: u32) {
        let mut state = self.limiter.state();
        if let Some(bucket) = &mut state.requests {
            bucket.give(-f64::from(retries));
        }
        if let Some(usage) = usage {
            #[allow(clippy::cast_precision_loss, reason = "no bill has 2^52 tokens")]
            let used = usage.total() as f64;
            if let Some(bucket) = &mut state.tokens {
                bucket.give(self.tokens - used);
            }
            state.average = if state.average == 0.0 { used } else { 0.7 * state.average + 0.3 * used };
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.sent {
            let mut state = self.limiter.state();
            if let Some(bucket) = &mut state.requests {
                bucket.give(1.0);
            }
            if let Some(bucket) = &mut state.tokens {
                bucket.give(self.tokens);
            }
        }
    }
}

/// A provider within the limits of a [`RateLimiter`].
#[derive(Clone, Debug)]
pub struct Limited<P> {
    provider: P,
    limiter: RateLimiter,
}

impl<P: Provider> Provider for Limited<P> {
    fn name(&self) -> &str {
        self.provider.name()
    }

    fn model(&self) -> &str {
        self.provider.model()
    }

    fn capabilities(&self) -> Capabilities {
        self.provider.capabilities()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.provider.check(request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        self.provider.plan(request)
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        let ticket = self.limiter.enter().await;
        let outcome = self.provider.complete(request).await;
        match &outcome {
            Ok(response) => ticket.settle(response.usage, response.retries),
            Err(error) => ticket.settle(error.usage(), error.attempts().saturating_sub(1)),
        }
        outcome
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        let ticket = self.limiter.enter().await;
        let stream = match self.provider.stream(request).await {
            Ok(stream) => stream,
            Err(error) => {
                ticket.settle(error.usage(), error.attempts().saturating_sub(1));
                return Err(error);
            }
        };
        let mut ticket = Some(ticket);
        Ok(ResponseStream::new(stream.inspect(move |delta| match delta {
            Ok(Delta::Done(response)) => {
                if let Some(ticket) = ticket.take() {
                    ticket.settle(response.usage, response.retries);
                }
            }
            Ok(_) => {}
            Err(error) => {
                if let Some(ticket) = ticket.take() {
                    ticket.settle(error.usage(), error.attempts().saturating_sub(1));
                }
            }
        })))
    }
}

impl fmt::Debug for RateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("RateLimiter")
            .field("requests_per_minute", &state.requests.as_ref().map(|bucket| bucket.per_minute))
            .field("tokens_per_minute", &state.tokens.as_ref().map(|bucket| bucket.per_minute))
            .finish()
    }
}
