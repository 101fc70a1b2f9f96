use agentkit::agent_output;

/// A forecast.
#[agent_output(name = "give")]
enum Forecast {
    /// Sun.
    Sunny,
}

fn main() {}
