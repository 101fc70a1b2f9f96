//! Requests, and models that fail.

use agentkit::message::Message;
use agentkit::model::Request;
use agentkit::provider::{ProviderError, ProviderErrorKind, Reply, Scripted};

pub(crate) fn request(text: &str) -> Request {
    let mut request = Request::default();
    request.messages.push(Message::user(text));
    request
}

/// A model that always fails.
pub(crate) fn failing(kind: ProviderErrorKind) -> Scripted {
    Scripted::try_from_fn(move |_| Err(ProviderError::new(kind, "out of order").with_attempts(3)))
}

/// A model that always says the same.
pub(crate) fn saying(text: &'static str) -> Scripted {
    Scripted::from_fn(move |_| Reply::text(text).usage(60, 40))
}
