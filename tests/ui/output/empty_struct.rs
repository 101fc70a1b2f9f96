use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast {}

fn main() {}
