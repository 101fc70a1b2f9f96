use agentkit::agent_output;

#[agent_output]
struct Forecast {
    /// In °C.
    high: f64,
}

fn main() {}
