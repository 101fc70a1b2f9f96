use agentkit::agent_output;

/// A forecast.
#[agent_output(partial)]
struct Forecast {
    #[serde(flatten)]
    more: More,
}

/// More.
#[agent_output]
struct More {
    /// In °C.
    high: f64,
}

fn main() {}
