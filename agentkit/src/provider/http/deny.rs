//! Keeping tests away from real providers.

use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Url;

use crate::provider::{ProviderError, ProviderErrorKind};

static DENIED: AtomicBool = AtomicBool::new(false);

/// Makes every request to a real provider fail in this process, before anything is sent, as a
/// [`ProviderErrorKind::Configuration`]. Servers on the loopback interface (`localhost`, `127.0.0.1`, `[::1]`)
/// can still be reached.
///
/// For the beginning of tests, so that none costs money or depends on a network by mistake.
/// [`allow_real_requests`] takes it back.
pub fn deny_real_requests() {
    DENIED.store(true, Ordering::SeqCst);
}

/// Takes [`deny_real_requests`] back.
pub fn allow_real_requests() {
    DENIED.store(false, Ordering::SeqCst);
}

/// Refuses a request that must not be made.
pub(super) fn check(url: &Url) -> Result<(), ProviderError> {
    if !DENIED.load(Ordering::Relaxed) || is_loopback(url) {
        return Ok(());
    }
    let host = url.host_str().unwrap_or_default();
    let message = format!("a request to {host} was denied: this process called `deny_real_requests`");
    Err(ProviderError::new(ProviderErrorKind::Configuration, message).with_attempts(0))
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
