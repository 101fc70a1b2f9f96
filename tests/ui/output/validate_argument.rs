use agentkit::agent_output;

/// A forecast.
#[agent_output(validate = check)]
struct Forecast {
    /// In °C.
    high: f64,
}

fn check(_: f64) -> Result<(), String> {
    Ok(())
}

fn main() {}
