//! The providers, each set up to fail fast.

use std::time::Duration;

use agentkit::Provider;
use agentkit::message::Message;
use agentkit::model::{Delta, Request, Response};
use agentkit::provider::wire::Wire;
use agentkit::provider::{Anthropic, Gemini, Http, OpenAiChat, OpenAiResponses, ProviderError};
use futures_util::StreamExt;

/// What is asked.
pub(crate) fn request() -> Request {
    let mut request = Request::default();
    request.messages.push(Message::user("hi"));
    request
}

/// Sets limits so small that a fault shows at once, and two retries.
fn quick<W: Wire>(provider: Http<W>, url: &str) -> Http<W> {
    provider
        .base_url(url.to_owned())
        .api_key("key-of-the-test")
        .backoff(Duration::from_millis(1))
        .max_retry_after(Duration::from_millis(1_500))
        .idle_timeout(Duration::from_millis(250))
        .timeout(Duration::from_millis(700))
        .max_response_bytes(64 << 10)
        .max_retries(2)
        .no_proxy()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Chat,
    Responses,
    Anthropic,
    Gemini,
}

pub(crate) const ALL: [Subject; 4] = [Subject::Chat, Subject::Responses, Subject::Anthropic, Subject::Gemini];

impl Subject {
    pub(crate) async fn complete(self, url: &str) -> Result<Response, ProviderError> {
        let request = request();
        match self {
            Self::Chat => quick(OpenAiChat::new("gpt-4.1"), url).complete(&request).await,
            Self::Responses => quick(OpenAiResponses::new("gpt-5.6"), url).complete(&request).await,
            Self::Anthropic => quick(Anthropic::new("claude-opus-5"), url).complete(&request).await,
            Self::Gemini => quick(Gemini::new("gemini-2.5-flash"), url).complete(&request).await,
        }
    }

    /// Streams to the end; the text that came, and how it ended.
    pub(crate) async fn stream(self, url: &str) -> (String, Result<Response, ProviderError>) {
        let request = request();
        let opened = match self {
            Self::Chat => quick(OpenAiChat::new("gpt-4.1"), url).stream(&request).await,
            Self::Responses => quick(OpenAiResponses::new("gpt-5.6"), url).stream(&request).await,
            Self::Anthropic => quick(Anthropic::new("claude-opus-5"), url).stream(&request).await,
            Self::Gemini => quick(Gemini::new("gemini-2.5-flash"), url).stream(&request).await,
        };
        let mut stream = match opened {
            Ok(stream) => stream,
            Err(error) => return (String::new(), Err(error)),
        };
        let mut text = String::new();
        while let Some(delta) = stream.next().await {
            match delta {
                Ok(Delta::Text(more)) => text.push_str(&more),
                Ok(Delta::Done(response)) => return (text, Ok(*response)),
                Ok(_) => {}
                Err(error) => return (text, Err(error)),
            }
        }
        panic!("{self:?}: the stream ended without an end");
    }
}
