use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast {
    high: f64,
}

fn main() {}
