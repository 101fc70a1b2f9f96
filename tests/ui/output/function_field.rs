use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast {
    /// Later.
    later: fn() -> u8,
}

fn main() {}
