use agentkit::agent_output;

/// A forecast.
#[agent_output(name = "a", stop_name = "b")]
struct Forecast {
    /// In °C.
    high: f64,
}

fn main() {}
