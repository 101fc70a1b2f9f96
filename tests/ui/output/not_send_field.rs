use agentkit::agent_output;

/// A forecast.
#[agent_output]
struct Forecast {
    /// The day.
    day: std::rc::Rc<u8>,
}

fn main() {}
