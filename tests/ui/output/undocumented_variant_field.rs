use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// Sun.
    Sunny {
        hours: u8,
    },
}

fn main() {}
