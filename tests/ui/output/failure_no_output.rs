use agentkit::agent_output;

/// A forecast.
#[agent_output(failure = Reason)]
struct Forecast {
    /// In °C.
    high: f64,
}

struct Reason;

fn main() {}
