//! One provider after another.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::iter;
use tokio::time::Instant;

use super::{AnyProvider, Provider, ProviderError, ProviderErrorKind, ResponseStream, SchemaPlan};
use crate::model::{Capabilities, NativeOutput, Request, Response};

/// Providers of any kind, asked in order until one answers.
///
/// The next one is asked where the fault is the provider's and not the request's or the setup's: when it is
/// overloaded, broken, not to be reached or out of quota, when its reply broke off, was no reply or too
/// large, and when the conversation is too long for its model. A wrong key, a model that does not exist, a
/// request found wrong and a filter's refusal are returned as they are; [`when`](Self::when) changes that.
/// A streamed reply is taken from the next one only as long as nothing of it was handed out.
///
/// What it takes is what all of its providers take, and a request is checked by each of them. Each request
/// begins with the first one, unless a [`cooldown`](Self::cooldown) is set. Data for one provider only
/// (signatures, encrypted reasoning) is left out for another one, and is there again for its own.
///
/// ```
/// use agentkit::provider::{Fallback, Provider, Reply, Scripted};
///
/// let first = Scripted::new([Reply::text("Hello.")]);
/// let second = Scripted::new([Reply::text("Hello from the other one.")]);
/// let model = Fallback::new([first.boxed(), second.boxed()]);
/// ```
pub struct Fallback {
    members: Vec<Member>,
    when: Box<dyn Fn(&ProviderError) -> bool + Send + Sync>,
    cooldown: Duration,
}

struct Member {
    provider: AnyProvider,
    /// Passed over until then.
    until: Mutex<Option<Instant>>,
}

impl Fallback {
    /// Asks `providers` in order. For providers of different types see [`Provider::boxed`] and
    /// [`or`](Self::or).
    pub fn new<P: Provider>(providers: impl IntoIterator<Item = P>) -> Self {
        let fallback =
            Self { members: Vec::new(), when: Box::new(is_providers_fault), cooldown: Duration::ZERO };
        providers.into_iter().fold(fallback, Self::or)
    }

    /// Adds a provider after the others.
    #[must_use]
    pub fn or(mut self, provider: impl Provider) -> Self {
        self.members.push(Member { provider: AnyProvider::new(provider), until: Mutex::new(None) });
        self
    }

    /// Sets on which errors the next provider is asked.
    #[must_use]
    pub fn when(mut self, when: impl Fn(&ProviderError) -> bool + Send + Sync + 'static) -> Self {
        self.when = Box::new(when);
        self
    }

    /// Passes over a provider for so long after it failed, as long as another one is left.
    #[must_use]
    pub fn cooldown(mut self, cooldown: Duration) -> Self {
        self.cooldown = cooldown;
        self
    }

    /// The members in the order to be asked: those that are cooling down come last.
    fn order(&self) -> Vec<&Member> {
        let mut order: Vec<_> = self.members.iter().collect();
        if !self.cooldown.is_zero() {
            let now = Instant::now();
            order.sort_by_key(|member| member.until().is_some_and(|until| until > now));
        }
        order
    }

    async fn ask<'a, T>(
        &'a self,
        ask: impl Fn(&'a AnyProvider) -> crate::BoxFuture<'a, Result<T, ProviderError>> + Send,
    ) -> Result<(T, u32), ProviderError> {
        let mut failures: Vec<ProviderError> = Vec::new();
        for member in self.order() {
            let sent = failures.iter().map(ProviderError::attempts).fold(0, u32::saturating_add);
            match ask(&member.provider).await {
                Ok(reply) => return Ok((reply, sent)),
                Err(error) => {
                    let goes_on = (self.when)(&error);
                    if goes_on {
                        member.cool(self.cooldown);
                    }
                    failures.push(error);
                    if !goes_on {
                        break;
                    }
                }
            }
        }
        Err(together(failures))
    }
}

impl Member {
    fn until(&self) -> Option<Instant> {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cool(&self, cooldown: Duration) {
        let until = (!cooldown.is_zero()).then(|| Instant::now() + cooldown);
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }
}

fn is_providers_fault(error: &ProviderError) -> bool {
    use ProviderErrorKind::{
        Connection, ContextWindow, Incomplete, Protocol, Quota, RateLimited, Server, Timeout, TooLarge,
    };
    matches!(
        error.kind(),
        RateLimited
            | Quota
            | Server
            | Timeout
            | Connection
            | Incomplete
            | Protocol
            | TooLarge
            | ContextWindow
    )
}

/// The last failure, which names those before it and counts all requests and tokens.
fn together(mut failures: Vec<ProviderError>) -> ProviderError {
    let Some(mut last) = failures.pop() else {
        return ProviderError::new(ProviderErrorKind::Configuration, "there is no provider to fall back on")
            .with_attempts(0);
    };
    if failures.is_empty() {
        return last;
    }
    let sum = failures.iter().map(ProviderError::attempts).fold(last.attempts(), u32::saturating_add);
    let usage = failures.iter().chain([&last]).filter_map(ProviderError::usage).reduce(|a, b| a + b);
    let earlier: Vec<_> = failures.iter().map(ToString::to_string).collect();
    last = last.with_earlier(&earlier.join("; ")).with_attempts(sum);
    match usage {
        Some(usage) => last.with_usage(usage),
        None => last,
    }
}

impl Provider for Fallback {
    fn name(&self) -> &'static str {
        "fallback"
    }

    fn model(&self) -> &str {
        self.members.first().map_or("none", |member| member.provider.model())
    }

    fn capabilities(&self) -> Capabilities {
        let all = self.members.iter().map(|member| member.provider.capabilities());
        all.reduce(|a, b| common(&a, &b)).unwrap_or_default()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        if self.members.is_empty() {
            return Err(together(Vec::new()));
        }
        self.members.iter().try_for_each(|member| member.provider.check(request))
    }

    /// Of each schema, how the member that holds the model to it least does.
    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        let plans = self.members.iter().map(|member| member.provider.plan(request));
        let least = |plan: SchemaPlan, other: SchemaPlan| if other.is_enforced() { plan } else { other };
        plans
            .reduce(|all, other| all.into_iter().zip(other).map(|(a, b)| least(a, b)).collect())
            .unwrap_or_default()
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        let asked = self.ask(|provider| Box::pin(provider.complete(request))).await;
        asked.map(|(mut response, sent)| {
            response.retries = response.retries.saturating_add(sent);
            response
        })
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        let asked =
            self.ask(|provider| Box::pin(async { begun(provider.stream(request).await?).await })).await;
        asked.map(|(stream, sent)| stream.with_retries(sent))
    }
}

/// The stream once its first piece is there: until then nothing was handed out.
async fn begun(mut stream: ResponseStream) -> Result<ResponseStream, ProviderError> {
    match stream.next().await.transpose()? {
        Some(first) => Ok(ResponseStream::new(iter([Ok(first)]).chain(stream))),
        None => Ok(stream),
    }
}

/// What both take.
fn common(a: &Capabilities, b: &Capabilities) -> Capabilities {
    Capabilities {
        tools: a.tools && b.tools,
        tool_choice_required: a.tool_choice_required && b.tool_choice_required,
        tool_choice_named: a.tool_choice_named && b.tool_choice_named,
        parallel_switch: a.parallel_switch && b.parallel_switch,
        strict_tools: a.strict_tools && b.strict_tools,
        grammar: a.grammar && b.grammar,
        native_output: match (a.native_output, b.native_output) {
            (NativeOutput::No, _) | (_, NativeOutput::No) => NativeOutput::No,
            (NativeOutput::Yes, NativeOutput::Yes) => NativeOutput::Yes,
            _ => NativeOutput::WithoutTools,
        },
        images: a.images && b.images,
        documents: a.documents && b.documents,
        audio: a.audio && b.audio,
        streaming: a.streaming && b.streaming,
        sampling: a.sampling && b.sampling,
    }
}

impl fmt::Debug for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let providers: Vec<_> = self.members.iter().map(|member| &member.provider).collect();
        f.debug_struct("Fallback").field("providers", &providers).finish_non_exhaustive()
    }
}
