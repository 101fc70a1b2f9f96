use agentkit::agent_output;

struct Day;

/// A forecast.
#[agent_output]
struct Forecast {
    /// The day.
    day: Day,
}

fn main() {}
