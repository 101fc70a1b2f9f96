//! The job that every driver does.

/// The standing instructions.
pub const INSTRUCTIONS: &str = "Look up each day's forecast, then sum the week up.";
/// What the user asks.
pub const QUESTION: &str = "How will the weather be in Paris?";
/// The model that is asked for.
pub const MODEL: &str = "gpt-4o-mini";
/// Stands for an API key.
pub const KEY: &str = "sk-none";
/// The tool's name.
pub const TOOL: &str = "forecast";
/// The tool's description.
pub const TOOL_DESCRIPTION: &str = "The forecast for a city on a day.";
/// The description of the tool's argument `city`, a string.
pub const CITY_DESCRIPTION: &str = "City name, such as \"Paris\".";
/// The description of the tool's argument `day`, an integer.
pub const DAY_DESCRIPTION: &str = "Days from today.";
/// The most model calls that a run may make.
pub const MAX_TURNS: u32 = 1000;
/// What the model answers in the end.
pub const ANSWER: &str = "Mild and mostly dry, with a little rain towards the end of the week in Paris.";

/// What the tool does.
pub fn forecast(city: &str, day: u32) -> String {
    let high = 15 + day % 7;
    format!("{city}, day {day}: high of {high} C, light wind from the west, no rain.")
}
