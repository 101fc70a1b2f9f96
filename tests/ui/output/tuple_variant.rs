use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// A range.
    Range(f64, f64),
}

fn main() {}
