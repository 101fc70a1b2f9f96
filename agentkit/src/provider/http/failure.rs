//! Failures of the transport as provider errors.

use std::error::Error as StdError;
use std::fmt::Write as _;
use std::time::Duration;

use reqwest::Url;

use super::url;
use crate::provider::{ProviderError, ProviderErrorKind};

/// An error and all its causes in one line.
pub(super) fn chain(error: &dyn StdError) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !line.contains(&cause_text) {
            let _ = write!(line, ": {cause_text}");
        }
        source = cause.source();
    }
    line
}

/// A request that did not get as far as a reply.
pub(super) fn sending(error: reqwest::Error, to: &Url) -> ProviderError {
    let error = error.without_url();
    let to = url::shown(to);
    let (kind, what) = if error.is_redirect() {
        (ProviderErrorKind::Protocol, format!("{to} redirects in a loop"))
    } else if error.is_connect() && error.is_timeout() {
        (ProviderErrorKind::Timeout, format!("no connection to {to} in time"))
    } else if error.is_timeout() {
        (ProviderErrorKind::Timeout, format!("no answer from {to} in time"))
    } else if error.is_connect() {
        (ProviderErrorKind::Connection, format!("no connection to {to}"))
    } else {
        (ProviderErrorKind::Connection, format!("the connection to {to} broke before there was a reply"))
    };
    let message = format!("{what}: {}", chain(&error));
    ProviderError::new(kind, message).with_source(error)
}

/// A reply that broke off after `received` bytes.
pub(super) fn receiving(error: reqwest::Error, received: usize) -> ProviderError {
    let error = error.without_url();
    let kind = if error.is_timeout() { ProviderErrorKind::Timeout } else { ProviderErrorKind::Connection };
    let message = format!("the reply broke off after {received} bytes: {}", chain(&error));
    ProviderError::new(kind, message).with_source(error)
}

/// A reply that is not there in full by its time limit.
pub(super) fn late(limit: Duration) -> ProviderError {
    ProviderError::new(ProviderErrorKind::Timeout, format!("the reply was not complete within {limit:?}"))
}

/// A reply that stopped coming.
pub(super) fn stalled(limit: Duration, received: usize) -> ProviderError {
    let message = format!("nothing more of the reply came for {limit:?}, after {received} bytes");
    ProviderError::new(ProviderErrorKind::Timeout, message)
}

/// A reply over the size limit.
pub(super) fn too_large(limit: usize) -> ProviderError {
    ProviderError::new(ProviderErrorKind::TooLarge, format!("the reply is larger than {limit} bytes"))
}

/// A redirect that is not followed.
pub(super) fn redirected(status: u16, location: Option<&str>, from: &Url) -> ProviderError {
    let target = location.and_then(|location| from.join(location).ok()).map(|url| {
        let mut url = url;
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url::shown(&url)
    });
    let target = target.as_deref().unwrap_or("nowhere");
    let message =
        format!("{} redirects to {target}, which is not followed; set the base URL to it", url::shown(from));
    ProviderError::new(ProviderErrorKind::Protocol, message).with_status(status)
}
