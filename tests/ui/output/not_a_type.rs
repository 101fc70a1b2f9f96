use agentkit::agent_output;

/// A forecast.
#[agent_output]
fn forecast() {}

fn main() {}
