use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast(f64, f64);

fn main() {}
