use agentkit::agent_output;

/// A forecast.
#[agent_output]
enum Forecast {
    /// Sun.
    Sunny,
    /// More sun.
    #[agent_output(name = "sunny")]
    VerySunny,
}

fn main() {}
