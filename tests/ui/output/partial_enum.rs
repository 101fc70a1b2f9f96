use agentkit::agent_output;

/// A forecast.
#[agent_output(partial)]
enum Forecast {
    /// Sun.
    Sunny,
}

fn main() {}
