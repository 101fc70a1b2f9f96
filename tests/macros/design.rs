//! The example of the crate's documentation.

use std::fmt;

use agentkit::{Output, agent_output, tools};
use serde_json::{Value, json};

use crate::support::{call, choices, failure};

/// Looks up the weather.
#[tools]
pub(crate) trait Weather {
    /// The temperature in a city, in °C.
    async fn temperature(
        &self,
        /// City name, such as "Paris".
        city: String,
        /// Days from today.
        day: Option<u8>,
    ) -> Result<f64, NoSuchCity>;

    /// Converts °C to °F.
    fn fahrenheit(&self, celsius: f64) -> f64;
}

#[derive(Debug)]
pub(crate) struct NoSuchCity(String);

impl fmt::Display for NoSuchCity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no city is called {}", self.0)
    }
}

struct Station;

impl Weather for Station {
    async fn temperature(&self, city: String, day: Option<u8>) -> Result<f64, NoSuchCity> {
        tokio::task::yield_now().await;
        if city == "Paris" { Ok(21.0 + f64::from(day.unwrap_or(0))) } else { Err(NoSuchCity(city)) }
    }

    fn fahrenheit(&self, celsius: f64) -> f64 {
        celsius * 1.8 + 32.0
    }
}

/// Tomorrow's weather.
#[agent_output]
#[derive(Debug, PartialEq)]
struct Forecast {
    /** The day's high, in °C. */
    high: f64,
}

/// Why no forecast can be given.
#[agent_output]
#[derive(Debug, PartialEq)]
struct CannotForecast {
    /** What is missing. */
    reason: String,
}

/// What the customer wants.
#[agent_output]
#[derive(Debug, PartialEq)]
enum Intent {
    /** Tomorrow's weather is asked for. */
    Weather(Forecast),
    /** It is not known. */
    Unknown {
        /** Why. */
        reason: String,
    },
    /** Anything else. */
    General,
}

/// What the model is told of the choices.
fn told<T: Output>() -> Vec<(Option<String>, String, Value, bool)> {
    let parts = choices::<T>().into_iter().map(|choice| {
        (choice.name.map(Into::into), choice.description.into(), choice.schema, choice.failure)
    });
    parts.collect()
}

#[test]
fn a_trait_is_a_list_of_definitions() {
    let tools = Station.into_tools();
    let definitions: Vec<_> = tools
        .as_slice()
        .iter()
        .map(|tool| {
            let definition = tool.definition();
            json!([definition.name, definition.description, definition.parameters])
        })
        .collect();
    assert_eq!(
        Value::from(definitions),
        json!([
            ["temperature", "The temperature in a city, in °C.", {
                "type": "object",
                "properties": {
                    "city": { "type": "string", "description": "City name, such as \"Paris\"." },
                    "day": {
                        "type": ["integer", "null"], "format": "uint8", "minimum": 0, "maximum": 255,
                        "description": "Days from today.",
                    },
                },
                "required": ["city"],
                "additionalProperties": false,
            }],
            ["fahrenheit", "Converts °C to °F.", {
                "type": "object",
                "properties": { "celsius": { "type": "number", "format": "double" } },
                "required": ["celsius"],
                "additionalProperties": false,
            }],
        ])
    );
}

#[tokio::test]
async fn a_call_runs_the_method() {
    let tools = Station.into_tools();
    assert_eq!(call(&tools, "temperature", r#"{"city":"Paris","day":2}"#).await.unwrap(), "23.0");
    assert_eq!(call(&tools, "temperature", r#"{"city":"Paris"}"#).await.unwrap(), "21.0");
    assert_eq!(call(&tools, "fahrenheit", r#"{"celsius":20}"#).await.unwrap(), "68.0");
}

#[tokio::test]
async fn a_failed_call_says_what_was_wrong() {
    let tools = Station.into_tools();
    assert_eq!(failure(&tools, "temperature", r#"{"city":"Atlantis"}"#).await, "no city is called Atlantis");
    assert_eq!(
        failure(&tools, "temperature", "{}").await,
        "the arguments do not fit: the required member `city` (a string) is missing; found: none"
    );
    assert_eq!(
        failure(&tools, "temperature", r#"{"city":"Paris","town":1}"#).await,
        "there is no argument `town`; the arguments are `city`, `day`"
    );
}

#[test]
fn a_struct_is_one_choice() {
    assert_eq!(
        told::<Forecast>(),
        [(
            None,
            "Tomorrow's weather.".to_owned(),
            json!({
                "type": "object",
                "properties": {
                    "high": { "type": "number", "format": "double", "description": "The day's high, in °C." },
                },
                "required": ["high"],
                "additionalProperties": false,
            }),
            false,
        )]
    );
}

#[test]
fn a_result_adds_the_failure() {
    let choices = told::<Result<Forecast, CannotForecast>>();
    let [answer, failure] = choices.as_slice() else { panic!("two choices") };
    assert_eq!((&answer.1[..], answer.3), ("Tomorrow's weather.", false));
    assert_eq!((&failure.1[..], failure.3), ("Why no forecast can be given.", true));
}

#[test]
fn an_enum_is_one_choice_a_variant() {
    let choices = told::<Intent>();
    let names: Vec<_> = choices.iter().map(|choice| choice.0.as_deref().unwrap()).collect();
    assert_eq!(names, ["weather", "unknown", "general"]);
    assert_eq!(choices[0].1, "Tomorrow's weather is asked for.");
    assert_eq!(choices[0].2["required"], json!(["high"]));
    assert_eq!(choices[1].2["properties"]["reason"]["description"], "Why.");
    assert_eq!(choices[2].2, json!({ "type": "object", "properties": {}, "additionalProperties": false }));
}
