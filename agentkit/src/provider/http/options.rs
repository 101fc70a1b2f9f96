//! What a client is told before its first request, and the client made of it.

use std::fmt;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Proxy, Url};
use secrecy::{ExposeSecret, SecretString};

use super::retry::Policy;
use super::url;
use crate::provider::wire::{Auth, Wire};
use crate::provider::{ProviderError, ProviderErrorKind};

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) key: Option<SecretString>,
    pub(super) base_url: Option<SecretString>,
    /// Whether what is not given comes from the environment.
    pub(super) from_env: bool,
    pub(super) headers: Vec<(String, SecretString)>,
    pub(super) client: Option<Client>,
    pub(super) proxies: Vec<Proxy>,
    pub(super) no_proxy: bool,
    pub(super) connect_timeout: Option<Duration>,
    pub(super) idle_timeout: Duration,
    pub(super) timeout: Duration,
    pub(super) max_response_bytes: usize,
    pub(super) retry: Policy,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            key: None,
            base_url: None,
            from_env: false,
            headers: Vec::new(),
            client: None,
            proxies: Vec::new(),
            no_proxy: false,
            connect_timeout: None,
            idle_timeout: Duration::from_mins(1),
            timeout: Duration::from_mins(10),
            max_response_bytes: 32 * 1024 * 1024,
            retry: Policy::default(),
        }
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_REDIRECTS: usize = 5;

/// Everything that stays the same from request to request.
pub(super) struct Ready {
    pub(super) client: Client,
    pub(super) headers: HeaderMap,
    pub(super) plain: Url,
    pub(super) stream: Url,
    pub(super) key: Option<SecretString>,
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").field("plain", &url::shown(&self.plain)).finish_non_exhaustive()
    }
}

/// What is wrong with the options.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    kind: ProviderErrorKind,
    message: String,
}

impl Problem {
    fn new(message: impl Into<String>) -> Self {
        Self { kind: ProviderErrorKind::Configuration, message: message.into() }
    }

    pub(super) fn error(&self) -> ProviderError {
        ProviderError::new(self.kind, &*self.message).with_attempts(0)
    }
}

impl Options {
    pub(super) fn ready(&self, wire: &impl Wire) -> Result<Ready, Problem> {
        let endpoint = wire.endpoint();
        let from_env = |variable: &str| -> Option<SecretString> {
            (self.from_env && !variable.is_empty())
                .then(|| std::env::var(variable).ok())?
                .filter(|value| !value.trim().is_empty())
                .map(|value| SecretString::from(value.trim()))
        };
        let base = self.base_url.clone().or_else(|| from_env(&endpoint.base_url_variable));
        let default = endpoint.base_url.as_ref();
        let base = match &base {
            Some(base) => base.expose_secret(),
            None if default.is_empty() => {
                return Err(Problem::new(format!("{} has no base URL; set one by `base_url`", wire.name())));
            }
            None => default,
        };
        let key = self.key.clone().or_else(|| from_env(&endpoint.key_variable));
        if key.is_none() && endpoint.key_required && base == default {
            let variable = &endpoint.key_variable;
            let message = format!("no API key; set one by `api_key`, or by `from_env` in {variable}");
            return Err(Problem { kind: ProviderErrorKind::Authentication, message });
        }
        let base = url::parse(base).map_err(Problem::new)?;
        Ok(Ready {
            client: self.client()?,
            headers: self.headers(wire, &endpoint.auth, key.as_ref())?,
            plain: url::join(&base, &wire.path(false)),
            stream: url::join(&base, &wire.path(true)),
            key,
        })
    }

    fn headers(
        &self,
        wire: &impl Wire,
        auth: &Auth,
        key: Option<&SecretString>,
    ) -> Result<HeaderMap, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut insert = |name: &str, value: &str, what: &str| {
            let name = HeaderName::try_from(name)
                .map_err(|_| Problem::new(format!("`{name}` is not a header's name")))?;
            // The value stays out of the message: it may be a secret.
            let mut value = HeaderValue::try_from(value).map_err(|_| {
                Problem::new(format!("the value of {what} holds characters that no header can"))
            })?;
            value.set_sensitive(true);
            headers.insert(name, value);
            Ok(())
        };
        if let Some(key) = key {
            let key = key.expose_secret();
            match auth {
                Auth::Bearer => insert("authorization", &format!("Bearer {key}"), "the API key")?,
                Auth::Header(name) => insert(name, key, "the API key")?,
            }
        }
        for (name, value) in wire.headers() {
            insert(name, &value, &format!("the header `{name}`"))?;
        }
        for (name, value) in &self.headers {
            insert(name, value.expose_secret(), &format!("the header `{name}`"))?;
        }
        Ok(headers)
    }

    fn client(&self) -> Result<Client, Problem> {
        if let Some(client) = &self.client {
            if self.connect_timeout.is_some() || self.no_proxy || !self.proxies.is_empty() {
                return Err(Problem::new(
                    "`client` does not go with `proxy`, `no_proxy` or `connect_timeout`; set them on the client",
                ));
            }
            return Ok(client.clone());
        }
        let mut builder = Client::builder()
            .user_agent(concat!("agentkit/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(self.connect_timeout.unwrap_or(CONNECT_TIMEOUT))
            .redirect(redirects());
        if self.no_proxy {
            builder = builder.no_proxy();
        }
        for proxy in &self.proxies {
            builder = builder.proxy(proxy.clone());
        }
        builder.build().map_err(|error| {
            Problem::new(format!(
                "the HTTP client cannot be built: {}",
                super::failure::chain(&error.without_url())
            ))
        })
    }
}

/// Follows a redirect only where it repeats the request unchanged (307, 308) on the same host, so that
/// neither the key nor the conversation goes anywhere else, and never more than five in a row.
fn redirects() -> reqwest::redirect::Policy {
    reqwest::redirect::Policy::custom(|attempt| {
        let from = attempt.previous().last();
        let same = from.is_some_and(|from| from.origin() == attempt.url().origin());
        if !same || !matches!(attempt.status().as_u16(), 307 | 308) {
            attempt.stop()
        } else if attempt.previous().len() > MAX_REDIRECTS {
            attempt.error("the server redirects in a loop")
        } else {
            attempt.follow()
        }
    })
}
