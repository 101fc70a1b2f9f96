use agentkit::agent_output;
use std::collections::HashMap;

/// A forecast.
#[agent_output]
struct Forecast {
    /// By place.
    places: HashMap<(u8, u8), f64>,
}

fn main() {}
