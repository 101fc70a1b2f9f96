//! What is mended, where, and what is not.

use agentkit::decode::{OnAmbiguous, Options, RepairKind, Strictness, decode_with};
use serde_json::{Value, json};

use super::rules::compiled;

/// The value and the kinds of repairs.
fn decoded(schema: &Value, reply: &str, options: &Options) -> Result<(Value, Vec<&'static str>), String> {
    let decoded = decode_with(reply, &compiled(schema), options).map_err(|error| error.to_string())?;
    Ok((decoded.value.to_value(), decoded.repairs.iter().map(|repair| repair.kind.as_str()).collect()))
}

fn person() -> Value {
    json!({ "type": "object", "properties": { "name": { "type": "string" }, "age": { "type": "integer" } }, "required": ["name", "age"] })
}

#[test]
fn strict_refuses_every_repair() {
    let strict = Options::new().strictness(Strictness::Strict);
    assert!(decoded(&person(), r#"{"name": "Ada", "age": 36}"#, &strict).is_ok());
    for reply in [
        r#"{"name": "Ada", "age": "36"}"#,
        r#"{"name": "Ada", "age": 36,}"#,
        r#"{"name": "Ada", "age": 36, "x": 1}"#,
        "```\n{\"name\": \"Ada\", \"age\": 36}\n```",
    ] {
        assert!(decoded(&person(), reply, &strict).is_err(), "{reply}");
    }
}

#[test]
fn debatable_repairs_are_off_and_have_an_option_each() {
    let nullable = json!({ "type": "object", "properties": { "a": { "type": ["integer", "null"] } }, "required": ["a"] });
    assert!(decoded(&nullable, "{}", &Options::new()).is_err());
    let absent = Options::new().absent_as_null(true);
    assert_eq!(decoded(&nullable, "{}", &absent), Ok((json!({ "a": null }), vec!["absent_as_null"])));

    let thousands = Options::new().thousands_separators(true);
    for (text, number) in [("1,234", 1234), ("-1,234,567", -1_234_567)] {
        let reply = json!({ "a": text }).to_string();
        assert!(decoded(&nullable, &reply, &Options::new()).is_err());
        assert_eq!(
            decoded(&nullable, &reply, &thousands),
            Ok((json!({ "a": number }), vec!["thousands_separators"]))
        );
    }
    assert!(decoded(&nullable, r#"{"a": "1,23"}"#, &thousands).is_err());

    let items = json!({ "type": "array", "items": { "type": "string" } });
    assert!(decoded(&items, r#"["a" "b"]"#, &Options::new()).is_err());
    let commas = Options::new().same_line_commas(true);
    assert_eq!(decoded(&items, r#"["a" "b"]"#, &commas), Ok((json!(["a", "b"]), vec!["missing_comma"])));

    let two = "{\"name\": \"Ada\", \"age\": 1} or {\"name\": \"Ada\", \"age\": 2}";
    for (choice, age) in [(OnAmbiguous::First, 1), (OnAmbiguous::Last, 2)] {
        let (value, repairs) = decoded(&person(), two, &Options::new().on_ambiguous(choice)).unwrap();
        assert_eq!(value["age"], age);
        assert!(repairs.contains(&RepairKind::AmbiguousPick.as_str()));
    }
}

#[test]
fn yaml_is_read_where_the_options_say_so() {
    let schema = json!({ "type": "object", "properties": {
        "name": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string" } },
        "size": { "type": "object", "properties": { "w": { "type": "integer" }, "h": { "type": "number" } } },
    }, "required": ["name"] });
    let reply = "name: Ada Lovelace\ntags:\n  - one\n  - \"two: three\"\nsize:\n  w: 3 # wide\n  h: 1.5\n";
    assert!(decoded(&schema, reply, &Options::new()).is_err());
    let (value, repairs) = decoded(&schema, reply, &Options::new().yaml(true)).unwrap();
    assert_eq!(
        value,
        json!({ "name": "Ada Lovelace", "tags": ["one", "two: three"], "size": { "w": 3, "h": 1.5 } })
    );
    assert!(repairs.contains(&"yaml"));
    assert!(decoded(&schema, "name: [unclosed\n  - x", &Options::new().yaml(true)).is_err());
    assert!(decoded(&schema, "I cannot: do that", &Options::new().yaml(true)).is_err());
}

#[test]
fn a_repair_says_where_it_was_made() {
    let schema =
        json!({ "type": "object", "properties": { "list": { "type": "array", "items": person() } } });
    let reply = r#"{"list": [{"name": "Ada", "age": 1}, {"name": "Bob", "age": "2",}]}"#;
    let decoded = decode_with(reply, &compiled(&schema), &Options::new()).unwrap();
    let places: Vec<_> = decoded
        .repairs
        .iter()
        .map(|repair| (repair.kind.as_str(), repair.path.as_str(), &reply[repair.span.clone()]))
        .collect();
    assert_eq!(places, [("string_to_int", "/list/1/age", "\"2\""), ("trailing_comma", "/list/1", ",")]);
}

/// Every mend that a text takes is made at its place, in each of the pieces that are joined too.
#[test]
fn what_is_mended_in_a_text_is_mended_at_its_place() {
    let text = json!({ "type": "string" });
    let list = json!({ "type": "array", "items": text });
    let schema = compiled(&json!({ "type": "object", "properties": { "a": text, "b": list } }));
    let literals =
        ["'x'", "\"x\ty\"", r#""x\qy""#, "“x”", r#""x" + 'y'"#, "'x' + \"y\tz\"", r#""x" + “y” + "\q""#];
    for literal in literals {
        let member = (format!(r#"{{"a": {literal}, "b": []}}"#), "/a");
        let element = (format!(r#"{{"b": ["w", {literal}]}}"#), "/b/1");
        for (reply, place) in [member, element] {
            let decoded = decode_with(&reply, &schema, &Options::new()).unwrap();
            let paths: Vec<_> = decoded.repairs.iter().map(|repair| repair.path.as_str()).collect();
            assert!(!paths.is_empty() && paths.iter().all(|&path| path == place), "{reply}: {paths:?}");
        }
    }
}

#[test]
fn what_stands_between_values_is_in_the_container_around() {
    let anything = compiled(&json!({}));
    for reply in
        [r#"{"a": [1 /* one */]}"#, r#"{"a": [/* none */]}"#, "{\"a\": [1,\u{a0}2]}", r#"{"a": [1, 2,]}"#]
    {
        let decoded = decode_with(reply, &anything, &Options::new()).unwrap();
        let paths: Vec<_> = decoded.repairs.iter().map(|repair| repair.path.as_str()).collect();
        assert_eq!(paths, ["/a"], "{reply}");
    }
}

#[test]
fn what_stands_beside_a_value_is_a_repair() {
    let anything = json!({ "type": ["integer", "object", "boolean"] });
    for reply in [
        "8\u{b}",
        "\u{a0}8",
        "\u{feff}8",
        "\u{feff}\u{feff} true",
        "\u{c}{}",
        "{}\u{2003}",
        "{\u{a0}}",
        "{}</answer>",
        "<a>{}",
        "{}<b/>",
        "`{}`",
        "~{}",
        "{}]",
        "<|x|>{}",
    ] {
        let (_, repairs) = decoded(&anything, reply, &Options::new()).unwrap();
        assert!(!repairs.is_empty(), "{reply:?}");
    }
}

#[test]
fn keys_that_stand_twice() {
    let map = json!({ "type": "object", "additionalProperties": { "type": "integer" } });
    assert_eq!(
        decoded(&map, r#"{"a": 1, "a": 1}"#, &Options::new()),
        Ok((json!({ "a": 1 }), vec!["duplicate_equal"]))
    );
    assert!(decoded(&map, r#"{"a": 1, "a": 2}"#, &Options::new()).is_err());
    assert!(
        decoded(&person(), r#"{"name": "Ada", "Name": "Bob", "age": 1}"#, &Options::new())
            .unwrap()
            .1
            .contains(&"extra_dropped")
    );
    assert!(decoded(&person(), r#"{"NAME": "Ada", "Name": "Bob", "age": 1}"#, &Options::new()).is_err());
}

#[test]
fn a_quote_with_a_bracket_after_it_does_not_cut_a_text_short() {
    let text =
        json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
    for reply in [r#"{"text": "the "}" sign"}"#, r#"{"text": "a", "b"}"#, r#"{"text": "say "hi" "there""}"#] {
        assert!(decoded(&text, reply, &Options::new()).is_err(), "{reply}");
    }
    let quoted = decoded(&text, r#"The answer: "{"text": "hi"}""#, &Options::new()).unwrap();
    assert_eq!(quoted.0, json!({ "text": "hi" }));
}

#[test]
fn elements_are_never_joined_into_one_text() {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    for reply in [
        r#"["a", b, "c"]"#,
        r#"["a", b", "c"]"#,
        r#"["a",, "c"]"#,
        r#"["a", :"c"]"#,
        "[\"a\"\n b, \"c\"]",
        r#"["a" "c"]"#,
    ] {
        let error = decoded(&list, reply, &Options::new()).unwrap_err();
        assert!(error.contains("not valid JSON"), "{reply}: {error}");
    }
    // One of a pair of quotes in a text is none that ends it.
    let (value, repairs) = decoded(&list, r#"["he said "hi", then left", "b"]"#, &Options::new()).unwrap();
    assert_eq!((value, repairs), (json!(["he said \"hi\", then left", "b"]), vec!["inner_quote"]));
    // Where no quote follows, the reply ends too early.
    for reply in [r#"["a", b"#, r#"["a", tr"#, "[\"a\"\n b"] {
        let error = decoded(&list, reply, &Options::new()).unwrap_err();
        assert!(error.contains("ends before"), "{reply}: {error}");
    }
}

#[test]
fn a_number_without_a_value_is_no_number() {
    let number = json!({ "type": "array", "items": { "type": "number" } });
    for reply in
        ["[1e400]", "[-1e999]", "[.]", "[+]", "[-]", "[e5]", "[1.2.3]", &format!("[{}]", "9".repeat(400))]
    {
        assert!(decoded(&number, reply, &Options::new()).is_err(), "{reply}");
    }
    assert_eq!(decoded(&number, "[1e300, 1e-400]", &Options::new()).unwrap().0, json!([1e300, 0.0]));
}

#[test]
fn an_inner_value_is_never_the_answer() {
    let inner = r#"{"name": "Ada", "age": 36}"#;
    for reply in [
        format!("{{\"x\": ..., \"answer\": {inner}}}"),
        format!("[..., {inner}]"),
        format!("{{..., \"answer\": {inner}}}"),
        format!("[oops {inner}]"),
        format!("{{oops {inner}}}"),
    ] {
        assert!(decoded(&person(), &reply, &Options::new()).is_err(), "{reply}");
    }
    // A bracket in prose that is closed, or is never closed, holds nothing back.
    for reply in [format!("As {{name}} said in [1]: {inner}"), format!("Sad face :{{ but {inner}")] {
        assert_eq!(decoded(&person(), &reply, &Options::new()).unwrap().0["age"], 36, "{reply}");
    }
}

#[test]
fn a_known_member_is_no_wrapper() {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" }, "arguments": { "type": "integer" } } });
    for reply in [r#"{"name": {}}"#, r#"{"Name": {"name": "Ada"}}"#, r#"{"name": "x", "arguments": {}}"#] {
        assert!(decoded(&schema, reply, &Options::new()).is_err(), "{reply}");
    }
}
