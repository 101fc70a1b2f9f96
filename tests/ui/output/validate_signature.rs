use agentkit::agent_output;

/// A forecast.
#[agent_output(validate = check)]
struct Forecast {
    /// In °C.
    high: f64,
}

fn check(_: &Forecast) -> bool {
    true
}

fn main() {}
