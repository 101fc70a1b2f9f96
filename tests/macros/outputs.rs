//! The shapes that `#[agent_output]` takes.

use std::collections::BTreeMap;

use agentkit::output::{Answer, Shape};
use agentkit::{Output, agent_output};
use serde_json::json;

use crate::support::{choices, decode};

/// A page of things.
#[agent_output(name = "give_page")]
#[derive(Debug, PartialEq, Clone)]
#[serde(rename_all = "camelCase")]
struct Page<T: Clone>
where
    T: PartialEq,
{
    /// The things.
    all_items: Vec<T>,
    /// Where it goes on.
    #[serde(default)]
    next: Option<u32>,
    /// By name.
    #[serde(rename = "index")]
    by_name: BTreeMap<String, T>,
    #[serde(skip)]
    seen: bool,
    #[serde(flatten)]
    extra: Extra,
}

/// More about a page.
#[agent_output]
#[derive(Debug, PartialEq, Clone)]
struct Extra {
    /// Its number.
    number: u8,
}

/// A temperature.
#[agent_output(description = "The temperature in °C.")]
#[derive(Debug, PartialEq, Clone, Copy)]
struct Celsius(f64);

/// There is nothing to do.
#[agent_output]
#[derive(Debug, PartialEq)]
struct Nothing;

/// A wrapper of a struct.
#[agent_output(stop_name = "more")]
#[derive(Debug, PartialEq)]
struct Wrapper(Extra);

/// Every shape of variant.
#[agent_output]
#[derive(Debug, PartialEq)]
enum Every<T> {
    /// Nothing.
    Unit,
    /// A struct.
    Struct(Extra),
    /// A number.
    Number(Celsius),
    /// Text.
    PlainText(String),
    /// Its own fields.
    #[serde(rename_all = "UPPERCASE")]
    Own {
        /// One.
        one: T,
        /// Itself again.
        again: Option<Box<Self>>,
    },
    /// Another enum.
    Nested(Inner),
    #[serde(skip)]
    #[allow(dead_code)]
    Never(std::time::Instant),
    /// Given up.
    #[agent_output(name = "give_up", description = "No way.", failure)]
    Fail,
}

/// An inner choice.
#[agent_output]
#[derive(Debug, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Inner {
    /// One.
    FirstOne,
    /// Two.
    #[serde(rename = "zwei")]
    Two,
}

#[test]
fn generic_structs_follow_serde() {
    let page = choices::<Page<u8>>().remove(0);
    assert_eq!(page.name.as_deref(), Some("give_page"));
    let properties = page.schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["allItems", "next", "index", "number"]);
    assert_eq!(page.schema["required"], json!(["allItems", "index", "number"]));
    let value = json!({ "allItems": [1], "index": { "a": 2 }, "number": 3 });
    assert_eq!(
        decode::<Page<u8>>(0, &value).unwrap(),
        Page {
            all_items: vec![1],
            next: None,
            by_name: BTreeMap::from([("a".to_owned(), 2)]),
            seen: false,
            extra: Extra { number: 3 },
        }
    );
    assert!(decode::<Page<u8>>(0, &json!({ "allItems": [1] })).unwrap_err().to_string().contains("index"));
}

#[test]
fn newtypes_take_the_shape_of_what_they_hold() {
    let choice = choices::<Celsius>().remove(0);
    assert_eq!((choice.name.as_deref(), &*choice.description), (None, "The temperature in °C."));
    assert_eq!(choice.schema["properties"]["result"]["type"], "number");
    assert_eq!(decode::<Celsius>(0, &json!({ "result": 3 })).unwrap(), Celsius(3.0));

    let choice = choices::<Wrapper>().remove(0);
    assert_eq!((choice.name.as_deref(), &*choice.description), (Some("more"), "A wrapper of a struct."));
    assert_eq!(decode::<Wrapper>(0, &json!({ "number": 3 })).unwrap(), Wrapper(Extra { number: 3 }));
}

#[test]
fn a_unit_struct_is_an_empty_object() {
    let choice = choices::<Nothing>().remove(0);
    assert_eq!(choice.schema, json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    assert_eq!(decode::<Nothing>(0, &json!({})).unwrap(), Nothing);
}

#[test]
fn an_enum_takes_every_shape_of_variant() {
    let choices = choices::<Every<u8>>();
    let names: Vec<_> = choices.iter().map(|choice| choice.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["unit", "struct", "number", "plain_text", "own", "first-one", "zwei", "give_up"]);
    assert_eq!(
        choices.iter().map(|choice| choice.failure).collect::<Vec<_>>(),
        [[false; 7].as_slice(), &[true]].concat()
    );
    assert_eq!(&*choices[7].description, "No way.");
    assert_eq!(&*choices[2].description, "A number.");
    assert_eq!(choices[4].schema["required"], json!(["ONE"]));
    assert_eq!(choices[4].schema["additionalProperties"], json!(false));
    for (choice, value, output) in [
        (0, json!({}), Every::Unit),
        (1, json!({ "number": 1 }), Every::Struct(Extra { number: 1 })),
        (2, json!({ "result": 1.5 }), Every::Number(Celsius(1.5))),
        (3, json!({ "result": "hi" }), Every::PlainText("hi".to_owned())),
        (4, json!({ "ONE": 1, "AGAIN": "Unit" }), Every::Own { one: 1, again: Some(Box::new(Every::Unit)) }),
        (5, json!({}), Every::Nested(Inner::FirstOne)),
        (6, json!({}), Every::Nested(Inner::Two)),
        (7, json!({}), Every::Fail),
    ] {
        assert_eq!(decode::<Every<u8>>(choice, &value).unwrap(), output);
    }
    assert!(decode::<Every<u8>>(8, &json!({})).is_err());
}

#[test]
fn builtin_outputs_are_wrapped() {
    assert_eq!(String::shape(), Shape::Text);
    assert_eq!(String::decode(Answer::of_text("hi")).unwrap(), "hi");
    assert_eq!(decode::<Vec<u8>>(0, &json!({ "result": [1, 2] })).unwrap(), [1, 2]);
    assert_eq!(decode::<Option<bool>>(0, &json!({ "result": null })).unwrap(), None);
    assert_eq!(decode::<BTreeMap<String, u8>>(0, &json!({ "result": { "a": 1 } })).unwrap()["a"], 1);
    assert_eq!(decode::<(u8, String)>(0, &json!({ "result": [1, "b"] })).unwrap(), (1, "b".to_owned()));
    let choices = choices::<Result<String, Every<u8>>>();
    assert_eq!(choices.iter().filter(|choice| choice.failure).count(), 8);
    assert_eq!(decode::<Result<String, Inner>>(0, &json!({ "result": "x" })).unwrap(), Ok("x".to_owned()));
    assert_eq!(decode::<Result<String, Inner>>(2, &json!({})).unwrap(), Err(Inner::Two));
}
