//! A model played from a recording.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use futures_util::stream;

use super::exchange::{Exchange, Outcome, described};
use super::file::Of;
use super::redact::Redactor;
use super::{diff, file};
use crate::message::AssistantPart;
use crate::model::{Capabilities, Delta, Request, Response};
use crate::provider::{Provider, ProviderError, ProviderErrorKind, ResponseStream};

/// Plays what a [`Recorder`](super::Recorder) has written, without a network.
///
/// Each exchange is played once, for the very request that it was recorded with: every message, tool, schema
/// and setting. Requests may come in another order than recorded, as those of concurrent runs do. A request
/// that was not recorded fails with [`ProviderErrorKind::Script`] and says where it differs from the next one
/// that was. A streamed reply comes in a piece a part.
#[derive(Clone)]
pub struct Replay(Arc<Inner>);

struct Inner {
    path: PathBuf,
    redactor: Redactor,
    played: OnceLock<Result<Played, String>>,
}

/// A recording as far as it was played.
struct Played {
    of: Of,
    left: Mutex<Vec<Exchange>>,
    total: usize,
}

impl Replay {
    /// Plays the recording at `path`, which is read at the first request or check.
    pub fn open(path: impl Into<PathBuf>) -> Self {
        Self::new(path.into(), Redactor::default())
    }

    fn new(path: PathBuf, redactor: Redactor) -> Self {
        Self(Arc::new(Inner { path, redactor, played: OnceLock::new() }))
    }

    /// Takes this text out of requests before they are compared, as the recorder was told to.
    #[must_use]
    pub fn redact(self, secret: impl Into<String>) -> Self {
        let mut redactor = self.0.redactor.clone();
        redactor.add(secret.into());
        Self::new(self.0.path.clone(), redactor)
    }

    /// How many exchanges have not been played.
    pub fn left(&self) -> Result<usize, ProviderError> {
        Ok(self.played()?.left.lock().unwrap_or_else(PoisonError::into_inner).len())
    }

    fn played(&self) -> Result<&Played, ProviderError> {
        let read = || {
            let recording = file::read(&self.0.path).map_err(|error| error.message().to_owned())?;
            let total = recording.interactions.len();
            Ok(Played { of: recording.of, left: Mutex::new(recording.interactions), total })
        };
        let played = self.0.played.get_or_init(read);
        played.as_ref().map_err(|message| script(message.clone()))
    }

    fn play(&self, request: &Request) -> Result<Response, ProviderError> {
        let played = self.played()?;
        let mut left = played.left.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(next) = left.first() else {
            return Err(script(format!("the recording has {} exchanges, and all were played", played.total)));
        };
        let now = described(request, &self.0.redactor);
        let Some(at) = left.iter().position(|exchange| exchange.request == now) else {
            let number = played.total - left.len() + 1;
            let lines = diff::lines(&next.request, &now);
            return Err(script(format!("the request was not recorded; exchange {number} differs in{lines}")));
        };
        match left.remove(at).response {
            Outcome::Error(failure) => Err(failure.error()),
            Outcome::Reply(reply) => serde_json::from_value(reply)
                .map_err(|error| script(format!("a recorded reply cannot be read: {error}"))),
        }
    }
}

fn script(message: String) -> ProviderError {
    ProviderError::new(ProviderErrorKind::Script, message).with_provider("replay").with_attempts(0)
}

impl Provider for Replay {
    fn name(&self) -> &str {
        self.played().map_or("replay", |played| &played.of.provider)
    }

    fn model(&self) -> &str {
        self.played().map_or("replay", |played| &played.of.model)
    }

    fn capabilities(&self) -> Capabilities {
        self.played().map_or_else(|_| Capabilities::default(), |played| played.of.capabilities.clone())
    }

    fn check(&self, _: &Request) -> Result<(), ProviderError> {
        self.played().map(|_| ())
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        self.play(request)
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        let response = self.play(request)?;
        let mut deltas = Vec::new();
        let mut calls = 0;
        for part in &response.message.parts {
            match part {
                AssistantPart::Text(part) => deltas.push(Delta::Text(part.text.clone())),
                AssistantPart::Reasoning(part) if !part.text.is_empty() => {
                    deltas.push(Delta::Reasoning(part.text.clone()));
                }
                AssistantPart::Refusal(text) => deltas.push(Delta::Refusal(text.clone())),
                AssistantPart::ToolCall(call) => {
                    let (index, id, name) = (calls, call.id.clone(), call.name.clone());
                    deltas.push(Delta::ToolCall { index, id, name });
                    deltas.push(Delta::Arguments { index, json: call.arguments.clone() });
                    calls += 1;
                }
                AssistantPart::Reasoning(_) | AssistantPart::Opaque(_) => {}
            }
        }
        deltas.push(Delta::Done(Box::new(response)));
        Ok(ResponseStream::new(stream::iter(deltas.into_iter().map(Ok))))
    }
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replay").field("path", &self.0.path).finish_non_exhaustive()
    }
}
