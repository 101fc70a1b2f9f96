use agentkit::agent_output;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Day {
    n: u8,
}

/// A forecast.
#[agent_output]
enum Forecast {
    /// A day.
    Day(Day),
}

fn main() {}
