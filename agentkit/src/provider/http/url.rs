//! Base URLs: checked once, joined with a path, and never shown with a secret.

use reqwest::Url;

/// Reads a base URL. The reason for refusing one never quotes it, since it may hold a secret.
pub(super) fn parse(text: &str) -> Result<Url, String> {
    let url = Url::parse(text.trim()).map_err(|error| format!("the base URL is not a URL: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("the base URL must start with http:// or https://".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "the base URL must not hold a user name or password; use `api_key` or `header`".to_owned()
        );
    }
    if url.fragment().is_some() {
        return Err("the base URL must not hold a fragment".to_owned());
    }
    Ok(url)
}

/// The base URL with `path`, which may have a query, behind its own path; both queries are kept.
pub(super) fn join(base: &Url, path: &str) -> Url {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut url = base.clone();
    url.set_path(&format!("{}/{}", base.path().trim_end_matches('/'), path.trim_start_matches('/')));
    let queries = [base.query().unwrap_or_default(), query];
    let query = queries.iter().filter(|query| !query.is_empty()).copied().collect::<Vec<_>>().join("&");
    url.set_query((!query.is_empty()).then_some(&query));
    url
}

/// The URL without its query, which may hold a key.
pub(super) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.into()
}
