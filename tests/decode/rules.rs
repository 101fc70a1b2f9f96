//! What a schema demands.

use agentkit::decode::Schema;
use serde_json::{Value, json};

pub(super) fn compiled(schema: &Value) -> Schema {
    Schema::compile(schema).unwrap()
}

/// Asserts which of the values satisfy the schema, in step with the `jsonschema` crate.
fn holds(schema: Value, good: &[Value], bad: &[Value]) {
    let ours = compiled(&schema);
    let theirs = jsonschema::validator_for(&schema).unwrap();
    for value in good {
        assert!(theirs.is_valid(value), "the case is wrong: {value}");
        ours.check(value).unwrap_or_else(|error| panic!("{value}: {error}"));
    }
    for value in bad {
        assert!(!theirs.is_valid(value), "the case is wrong: {value}");
        assert!(ours.check(value).is_err(), "{value} satisfies {schema}");
    }
}

#[test]
fn arrays() {
    holds(
        json!({ "type": "array", "items": { "type": "integer" }, "minItems": 1, "maxItems": 3, "uniqueItems": true }),
        &[json!([1]), json!([1, 2, 3])],
        &[json!([]), json!([1, 2, 3, 4]), json!([1, 1]), json!(["a"])],
    );
    holds(
        json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "integer" }], "items": false }),
        &[json!(["a", 1]), json!(["a"]), json!([])],
        &[json!([1]), json!(["a", 1, 2])],
    );
    holds(
        json!({ "type": "array", "contains": { "const": 1 }, "minContains": 2 }),
        &[json!([1, 1]), json!([1, 0, 1])],
        &[json!([1]), json!([])],
    );
    holds(
        json!({ "type": "array", "uniqueItems": true }),
        &[json!([{ "a": 1 }, { "a": 2 }])],
        &[json!([{ "a": 1, "b": 2 }, { "b": 2, "a": 1.0 }])],
    );
}

#[test]
fn objects() {
    holds(
        json!({ "type": "object", "additionalProperties": { "type": "integer" }, "minProperties": 1, "propertyNames": { "pattern": "^k" } }),
        &[json!({ "k1": 1 })],
        &[json!({}), json!({ "x": 1 }), json!({ "k": "one" })],
    );
    holds(
        json!({ "type": "object", "properties": { "a": {}, "b": {} }, "dependentRequired": { "a": ["b"] } }),
        &[json!({}), json!({ "b": 1 }), json!({ "a": 1, "b": 2 })],
        &[json!({ "a": 1 })],
    );
    holds(
        json!({ "type": "object", "patternProperties": { "^n_": { "type": "integer" } }, "additionalProperties": false }),
        &[json!({ "n_a": 1 })],
        &[json!({ "n_a": "one" }), json!({ "m": 1 })],
    );
}

#[test]
fn combinations() {
    holds(
        json!({ "allOf": [
            { "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] },
            { "properties": { "a": { "minimum": 3 } } },
        ]}),
        &[json!({ "a": 3 })],
        &[json!({ "a": 2 }), json!({})],
    );
    holds(json!({ "type": "integer", "not": { "const": 3 } }), &[json!(2)], &[json!(3)]);
    holds(
        json!({ "type": "object", "properties": { "a": { "type": "integer" }, "b": {} },
            "if": { "properties": { "a": { "const": 1 } }, "required": ["a"] }, "then": { "required": ["b"] } }),
        &[json!({ "a": 2 }), json!({ "a": 1, "b": 0 })],
        &[json!({ "a": 1 })],
    );
    holds(
        json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }], "oneOf": [{ "type": "string" }, { "type": "null" }] }),
        &[json!("a")],
        &[json!(1), Value::Null],
    );
}

#[test]
fn numbers() {
    holds(
        json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1.5, "multipleOf": 0.25 }),
        &[json!(0.25), json!(1.5), json!(1)],
        &[json!(0), json!(1.75), json!(0.3)],
    );
    holds(
        json!({ "enum": [1, "a", null, [1, { "b": 2 }]] }),
        &[json!(1), json!("a"), Value::Null, json!([1, { "b": 2 }])],
        &[json!(2), json!([1])],
    );
}

#[test]
fn references_with_neighbours_and_recursion() {
    holds(
        json!({ "$defs": { "n": { "type": "integer" } }, "$ref": "#/$defs/n", "minimum": 3 }),
        &[json!(3)],
        &[json!(2), json!("a")],
    );
    holds(
        json!({ "type": "object", "properties": { "next": { "anyOf": [{ "$ref": "#" }, { "type": "null" }] } }, "required": ["next"] }),
        &[json!({ "next": null }), json!({ "next": { "next": null } })],
        &[json!({ "next": 1 }), json!({ "next": {} })],
    );
}
