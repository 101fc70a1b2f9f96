use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast {
    /// Words.
    words: &'static str,
}

fn main() {}
