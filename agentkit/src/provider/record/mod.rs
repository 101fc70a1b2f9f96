//! Exchanges written to a file, and played from it.

mod diff;
mod exchange;
mod file;
mod redact;
mod replay;

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::StreamExt;

use self::exchange::Exchange;
use self::file::File;
use self::redact::Redactor;
use super::{Provider, ProviderError, ResponseStream, SchemaPlan};
use crate::model::{Capabilities, Delta, Request, Response};

pub use replay::Replay;

/// Wraps a provider and writes each exchange to a file, from which [`Replay`] plays it.
///
/// The file is JSON: `{"version": 1, "of": {"provider": …, "model": …, "capabilities": …}, "interactions":
/// [{"request": …, "response": …}]}`, whole after each exchange. It holds requests as the run made them and replies as the run saw them, failures included;
/// HTTP headers, and the key with them, never get there. What looks like a key (of OpenAI, Anthropic, Google,
/// AWS, GitHub, Slack, or a bearer token) is taken out of texts, and so is what [`redact`](Self::redact) is
/// told. A file that cannot be written fails the request: a recording is whole or it is none.
///
/// ```no_run
/// use agentkit::provider::{OpenAiChat, Recorder, Replay};
///
/// let live = Recorder::new(OpenAiChat::new("gpt-5.2").from_env(), "tests/forecast.json");
/// let played = Replay::open("tests/forecast.json");
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<P> {
    provider: P,
    file: Arc<File>,
    redactor: Redactor,
}

impl<P: Provider> Recorder<P> {
    /// Writes what `provider` is asked and answers to the file at `path`, which is written anew.
    pub fn new(provider: P, path: impl Into<PathBuf>) -> Self {
        Self { provider, file: Arc::new(File::new(path.into())), redactor: Redactor::default() }
    }

    /// Takes this text out of all that is written.
    #[must_use]
    pub fn redact(mut self, secret: impl Into<String>) -> Self {
        self.redactor.add(secret.into());
        self
    }

    fn write(
        &self,
        request: &Request,
        outcome: &Result<Response, ProviderError>,
    ) -> Result<(), ProviderError> {
        let exchange = Exchange::new(request, outcome, &self.redactor);
        self.file.append(&self.provider, &exchange)
    }
}

impl<P: Provider + Clone> Provider for Recorder<P> {
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
        let outcome = self.provider.complete(request).await;
        self.write(request, &outcome)?;
        outcome
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        let stream = match self.provider.stream(request).await {
            Ok(stream) => stream,
            Err(error) => {
                let outcome = Err(error);
                self.write(request, &outcome)?;
                return outcome.map(ResponseStream::whole);
            }
        };
        let (recorder, request) = (self.clone(), request.clone());
        Ok(ResponseStream::new(stream.map(move |delta| match delta {
            Ok(Delta::Done(response)) => {
                let outcome = Ok(*response);
                recorder.write(&request, &outcome)?;
                outcome.map(|response| Delta::Done(Box::new(response)))
            }
            Ok(delta) => Ok(delta),
            Err(error) => {
                let outcome = Err(error);
                recorder.write(&request, &outcome)?;
                outcome.map(|response| Delta::Done(Box::new(response)))
            }
        })))
    }
}
