use agentkit::agent_output;

/// A forecast.
#[agent_output(name = forecast)]
struct Forecast {
    /// In °C.
    high: f64,
}

fn main() {}
