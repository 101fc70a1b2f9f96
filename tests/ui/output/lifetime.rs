use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast<'a> {
    /// Words.
    words: std::borrow::Cow<'a, str>,
}

fn main() {}
