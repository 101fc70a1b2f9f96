use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast(#[serde(with = "text")] f64);

fn main() {}
