//! A reply as it streams in.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use futures_util::StreamExt;

use super::ProviderError;
use crate::model::{Delta, Response};

/// The pieces of a reply, ending with [`Delta::Done`] or an error.
///
/// Dropping it drops the connection, and the model's work with it.
pub struct ResponseStream(Pin<Box<dyn Stream<Item = Result<Delta, ProviderError>> + Send>>);

impl ResponseStream {
    /// A reply made of `deltas`.
    pub fn new(deltas: impl Stream<Item = Result<Delta, ProviderError>> + Send + 'static) -> Self {
        Self(Box::pin(deltas))
    }

    /// A reply that came in one piece.
    pub fn whole(response: Response) -> Self {
        Self::new(futures_util::stream::iter([Ok(Delta::Done(Box::new(response)))]))
    }
}

impl ResponseStream {
    /// Adds requests that were sent before to those that the outcome tells of.
    pub(crate) fn with_retries(self, sent: u32) -> Self {
        if sent == 0 {
            return self;
        }
        Self::new(self.map(move |delta| match delta {
            Ok(Delta::Done(mut response)) => {
                response.retries = response.retries.saturating_add(sent);
                Ok(Delta::Done(response))
            }
            Err(error) => {
                let attempts = error.attempts().saturating_add(sent);
                Err(error.with_attempts(attempts))
            }
            delta => delta,
        }))
    }
}

impl Stream for ResponseStream {
    type Item = Result<Delta, ProviderError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for ResponseStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseStream").finish_non_exhaustive()
    }
}
