use agentkit::agent_output;

/// A forecast.
#[agent_output(name = "give forecast")]
struct Forecast {
    /// In °C.
    high: f64,
}

fn main() {}
