//! What an HTTP status says of a failure, where its body says no more.

use super::loose::excerpt;
use super::{ProviderError, ProviderErrorKind};

/// The kind that a status alone stands for.
pub(crate) fn kind(status: u16) -> ProviderErrorKind {
    match status {
        401 | 403 => ProviderErrorKind::Authentication,
        402 => ProviderErrorKind::Quota,
        404 => ProviderErrorKind::NotFound,
        408 => ProviderErrorKind::Timeout,
        429 => ProviderErrorKind::RateLimited,
        400..=499 => ProviderErrorKind::InvalidRequest,
        500..=599 => ProviderErrorKind::Server,
        _ => ProviderErrorKind::Other,
    }
}

/// A failure whose body is not the provider's: a proxy's page, say.
pub(crate) fn foreign(status: u16, body: &[u8]) -> ProviderError {
    let message = format!("no error as the provider writes it; the body is {}", excerpt(body));
    ProviderError::new(kind(status), message)
}
