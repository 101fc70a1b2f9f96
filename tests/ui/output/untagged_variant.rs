use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// Sun.
    Sunny,
    /// Rain.
    #[serde(untagged)]
    Rainy,
}

fn main() {}
