/// Tomorrow's weather.
#[agent_output]
#[derive(Debug)]
pub struct Forecast {
    /// The day's high, in °C.
    pub high: f64,
    /// Words.
    pub note: Option<String>,
}
