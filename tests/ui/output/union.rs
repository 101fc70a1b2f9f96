use agentkit::agent_output;

/// A forecast.
#[agent_output]
union Forecast {
    high: f64,
    low: f64,
}

fn main() {}
