use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// Sun.
    #[agent_output(stop)]
    Sunny,
}

fn main() {}
