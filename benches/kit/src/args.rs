//! A driver's command line.

use std::env;

/// What a driver is asked to do.
#[derive(Clone, Debug)]
pub struct Args {
    /// The provider's base URL, such as `http://127.0.0.1:4000/10/v1`; `/chat/completions` comes behind it.
    pub url: String,
    /// How many runs to make, one after the other.
    pub runs: usize,
    /// How many runs to make at once; `runs` counts only where this is 1.
    pub at_once: usize,
    /// Whether the replies are to be streamed.
    pub stream: bool,
}

impl Args {
    /// Reads `URL [--runs N] [--at-once N] [--stream]`.
    ///
    /// # Panics
    /// On anything else.
    pub fn parse() -> Self {
        let mut args = Self { url: String::new(), runs: 1, at_once: 1, stream: false };
        let mut words = env::args().skip(1);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
            match word.as_str() {
                "--runs" => args.runs = number(),
                "--at-once" => args.at_once = number(),
                "--stream" => args.stream = true,
                _ => args.url = word,
            }
        }
        assert!(!args.url.is_empty(), "the first argument is the base URL");
        args
    }
}
