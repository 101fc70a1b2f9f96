//! Schemas with values that satisfy them.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Any JSON value, without numbers that lose anything as text.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |float| float.is_finite()).prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((any_text(), inner), 0..5).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Texts with all that has a meaning in JSON or around it.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z0-9 ]{0,8}",
        Just("\"".to_owned()),
        Just("\\".to_owned()),
        Just("\n\t\u{0}".to_owned()),
        Just("```".to_owned()),
        Just("<think>".to_owned()),
        Just("// # /* */".to_owned()),
        Just("{\"a\": [1, ".to_owned()),
        Just("}, ]:".to_owned()),
        Just("'“”’".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// A schema and a value that satisfies it as it stands.
pub(crate) fn schema_and_value() -> impl Strategy<Value = (Value, Value)> {
    let leaf = prop_oneof![
        Just((json!({ "type": "null" }), Value::Null)),
        any::<bool>().prop_map(|value| (json!({ "type": "boolean" }), json!(value))),
        any::<i64>().prop_map(|value| (json!({ "type": "integer" }), json!(value))),
        any::<i32>().prop_map(|value| (json!({ "type": "number" }), json!(f64::from(value) / 8.0))),
        any_text().prop_map(|value| (json!({ "type": "string" }), json!(value))),
        (0..3_usize).prop_map(|place| {
            let members = ["red", "dark_blue", "None"];
            (json!({ "type": "string", "enum": members }), json!(members[place]))
        }),
        any::<Option<i32>>().prop_map(|value| (json!({ "type": ["integer", "null"] }), json!(value))),
        any_text().prop_map(|value| {
            (json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }), json!(value))
        }),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            (inner.clone(), 0..4_usize).prop_map(|((schema, value), count)| {
                (json!({ "type": "array", "items": schema }), Value::Array(vec![value; count]))
            }),
            vec((inner.clone(), any::<bool>()), 0..5).prop_map(object),
            vec(inner.clone(), 0..3).prop_map(|values| {
                let schema = values.first().map_or(json!(true), |(schema, _)| schema.clone());
                let value = values.into_iter().take(1).map(|(_, value)| ("some key".to_owned(), value));
                let value: Map<_, _> = value.collect();
                (json!({ "type": "object", "additionalProperties": schema }), Value::Object(value))
            }),
            (inner, any::<bool>()).prop_map(|((schema, value), first)| tagged(&schema, value, first)),
        ]
    })
}

/// An object schema; of each property, whether it is optional. Optional ones are left out at times.
fn object(members: Vec<((Value, Value), bool)>) -> (Value, Value) {
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut value = Map::new();
    for (place, ((schema, member), optional)) in members.into_iter().enumerate() {
        let name = format!("p_{place}");
        properties.insert(name.clone(), schema);
        if !optional {
            required.push(name.clone());
        }
        if !optional || place % 2 == 0 {
            value.insert(name, member);
        }
    }
    let schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    (schema, Value::Object(value))
}

/// A union of two objects that a constant tells apart.
fn tagged(schema: &Value, value: Value, first: bool) -> (Value, Value) {
    let branch = |kind: &str, schema: Value| {
        json!({
            "type": "object",
            "properties": { "kind": { "const": kind }, "body": schema },
            "required": ["kind", "body"],
            "additionalProperties": false,
        })
    };
    let (one, other) = (branch("wanted", schema.clone()), branch("other", json!({ "type": "boolean" })));
    let branches = if first { [one, other] } else { [other, one] };
    (json!({ "oneOf": branches }), json!({ "kind": "wanted", "body": value }))
}
