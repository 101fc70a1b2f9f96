use agentkit::agent_output;

/// A forecast.
#[agent_output]
#[serde(transparent)]
struct Forecast {
    /// In °C.
    high: f64,
}

fn main() {}
