//! Which dialect a host speaks.

use super::Dialect;

impl Dialect {
    /// The dialect of the server at `host`, such as `api.groq.com` or `localhost:11434`; that of a
    /// [compatible](Dialect::compatible) server for a host that is not known.
    ///
    /// Nothing calls this by itself: it is for programs whose base URL is configured.
    pub fn of_host(host: &str) -> Self {
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        let within = |domain: &str| {
            name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        match name {
            _ if within("openai.azure.com") || within("cognitiveservices.azure.com") => Self::azure(),
            _ if within("openai.com") => Self::openai(),
            _ if within("openrouter.ai") => Self::openrouter(),
            _ if within("deepseek.com") => Self::deepseek(),
            _ if within("groq.com") => Self::groq(),
            _ if within("mistral.ai") => Self::mistral(),
            _ if within("x.ai") => Self::xai(),
            _ if within("ollama.com") || port == "11434" => Self::ollama(),
            _ => Self::compatible(name.to_owned(), format!("https://{host}/v1")),
        }
    }
}
