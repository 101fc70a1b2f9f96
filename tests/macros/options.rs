//! The options of `#[agent_output]`: failures, validation, partial values, serialising.

use agentkit::agent_output;
use agentkit::output::{Fallible, Outcome, OutputError};
use serde::Serialize;
use serde_json::{Value, json};

use crate::support::{choices, decode};

/// Why it failed.
#[agent_output]
#[derive(Debug, PartialEq)]
struct Failed {
    /// The reason.
    reason: String,
}

/// A range.
#[agent_output(failure = Failed, validate = Range::check)]
#[derive(Debug, PartialEq)]
struct Range {
    /// From.
    start: u8,
    /// To.
    end: u8,
}

impl Range {
    fn check(&self) -> Result<(), String> {
        if self.start <= self.end { Ok(()) } else { Err(format!("{} is after {}", self.start, self.end)) }
    }
}

fn check_either(either: &Either) -> Result<(), &'static str> {
    match either {
        Either::Even { n } if n % 2 == 1 => Err("that is odd"),
        _ => Ok(()),
    }
}

/// One or the other.
#[agent_output(validate = check_either)]
#[derive(Debug, PartialEq)]
enum Either {
    /// A range.
    Range(Range),
    /// An even number.
    Even {
        /// It.
        n: u8,
    },
}

#[test]
fn a_failure_goes_with_its_output() {
    let choices = choices::<Outcome<Range>>();
    assert_eq!(choices.iter().map(|choice| choice.failure).collect::<Vec<_>>(), [false, true]);
    let failed: <Range as Fallible>::Failure = Failed { reason: "none".to_owned() };
    assert_eq!(decode::<Outcome<Range>>(1, &json!({ "reason": "none" })).unwrap(), Err(failed));
}

#[test]
fn validation_speaks_to_the_model() {
    let text = |error: OutputError| error.to_string();
    assert_eq!(decode::<Range>(0, &json!({ "start": 1, "end": 2 })).unwrap(), Range { start: 1, end: 2 });
    assert_eq!(
        decode::<Range>(0, &json!({ "start": 3, "end": 2 })).map_err(text).unwrap_err(),
        "3 is after 2"
    );
    assert_eq!(
        decode::<Either>(0, &json!({ "start": 3, "end": 2 })).map_err(text).unwrap_err(),
        "3 is after 2"
    );
    assert_eq!(decode::<Either>(1, &json!({ "n": 3 })).map_err(text).unwrap_err(), "that is odd");
    assert_eq!(decode::<Either>(1, &json!({ "n": 4 })).unwrap(), Either::Even { n: 4 });
}

/// A report that streams.
#[agent_output(partial)]
#[derive(Debug, Clone, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Report {
    /// The title.
    main_title: String,
    /// The authors.
    #[serde(rename = "by", alias = "authors")]
    authors: Vec<Author>,
    #[serde(skip)]
    cached: bool,
}

/// Who wrote it.
#[agent_output(undocumented)]
#[derive(Debug, Clone, PartialEq)]
struct Author {
    name: String,
    age: u8,
}

#[test]
fn a_partial_shows_what_is_whole() {
    let partial = |value: Value| serde_json::from_value::<ReportPartial>(value).unwrap();
    assert_eq!(partial(json!({})), ReportPartial::default());
    let half = partial(json!({ "mainTitle": "A", "by": [{ "name": "Ada" }] }));
    assert_eq!((half.main_title.as_deref(), half.authors), (Some("A"), None));
    let report = Report { main_title: "A".to_owned(), authors: Vec::new(), cached: false };
    assert_eq!(partial(serde_json::to_value(&report).unwrap()).main_title, Some(report.main_title));
    let whole = partial(json!({ "authors": [{ "name": "Ada", "age": 36 }] }));
    assert_eq!(whole.authors, Some(vec![Author { name: "Ada".to_owned(), age: 36 }]));
}

/// Serialised by hand.
#[agent_output(no_serialize)]
#[derive(Debug, PartialEq)]
struct ByHand {
    /// A number.
    n: u8,
}

impl Serialize for ByHand {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("by hand")
    }
}

/// Derived by the user.
#[agent_output]
#[derive(Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Derived {
    /// A number.
    #[serde(with = "text")]
    #[schemars(with = "String")]
    n: u8,
}

mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's own signature")]
    pub(super) fn serialize<S: Serializer>(n: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(n)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(Error::custom)
    }
}

#[test]
fn outputs_serialise_for_the_next_agent() {
    let range = Range { start: 1, end: 2 };
    assert_eq!(serde_json::to_value(&range).unwrap(), json!({ "start": 1, "end": 2 }));
    assert_eq!(serde_json::to_value(ByHand { n: 1 }).unwrap(), json!("by hand"));
    assert_eq!(decode::<ByHand>(0, &json!({ "n": 1 })).unwrap(), ByHand { n: 1 });
    assert_eq!(serde_json::to_value(Derived { n: 7 }).unwrap(), json!({ "n": "7" }));
    assert_eq!(decode::<Derived>(0, &json!({ "n": "7" })).unwrap().n, 7);
    assert_eq!(choices::<Derived>()[0].schema["properties"]["n"]["type"], "string");
}
