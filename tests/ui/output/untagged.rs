use agentkit::agent_output;

/// A forecast.
#[agent_output]
#[serde(untagged)]
enum Forecast {
    /// Sun.
    Sunny,
}

fn main() {}
