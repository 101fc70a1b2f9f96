use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    Sunny,
}

fn main() {}
