use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// Sun.
    #[serde(rename = "sun.shine")]
    Sunny,
}

fn main() {}
