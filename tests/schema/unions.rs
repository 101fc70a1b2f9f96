//! Roots that are no objects, and unions of outputs.

use agentkit::schema::{Target, Wrapped, lower, tighten, tighten_preserving, union, wrap_root};
use serde_json::json;

#[test]
fn an_object_is_not_wrapped_and_anything_else_is() {
    let object = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(wrap_root(&object), (object.clone(), Wrapped::No));
    for schema in [json!({ "type": "array", "items": { "type": "string" } }), json!({ "oneOf": [object] })] {
        let (wrapped, how) = wrap_root(&schema);
        assert_eq!(how, Wrapped::Yes);
        assert_eq!(wrapped["properties"]["result"], schema);
        assert_eq!(wrapped["required"], json!(["result"]));
        assert_eq!(wrapped["additionalProperties"], json!(false));
    }
}

#[test]
fn definitions_move_to_the_new_root() {
    let schema = json!({
        "type": "array",
        "items": { "$ref": "#/$defs/P" },
        "$defs": { "P": { "type": "object", "properties": {}, "additionalProperties": false } },
    });
    let (wrapped, _) = wrap_root(&schema);
    assert_eq!(wrapped["properties"]["result"]["items"]["$ref"], "#/$defs/P");
    assert!(wrapped["$defs"]["P"].is_object());
    assert!(lower(&wrapped, Target::OpenAiStrict).is_ok());
}

#[test]
fn a_wrapped_value_comes_out_and_anything_else_does_not() {
    assert_eq!(Wrapped::Yes.unwrap(json!({ "result": 5 })), Some(json!(5)));
    assert_eq!(Wrapped::Yes.unwrap(json!({ "result": 5, "more": 1 })), None);
    assert_eq!(Wrapped::Yes.unwrap(json!(5)), None);
    assert_eq!(Wrapped::No.unwrap(json!(5)), Some(json!(5)));
}

#[test]
fn a_union_has_the_kind_first_and_keeps_apart_what_two_choices_define() {
    let one = json!({
        "type": "object",
        "properties": { "place": { "$ref": "#/$defs/P" } },
        "required": ["place"],
        "additionalProperties": false,
        "$defs": { "P": { "type": "string" } },
    });
    let other = json!({
        "type": "object",
        "properties": { "price": { "$ref": "#/$defs/P" } },
        "required": ["price"],
        "additionalProperties": false,
        "$defs": { "P": { "type": "number" } },
    });
    let schema = union(&[
        ("found", "It is there.", &one),
        ("sold", "It is gone.", &other),
        ("n", "", &json!({ "type": "integer" })),
    ]);
    let branches = schema["properties"]["result"]["anyOf"].as_array().unwrap();
    let kinds: Vec<_> = branches
        .iter()
        .map(|branch| branch["properties"].as_object().unwrap().keys().next().unwrap())
        .collect();
    assert_eq!(kinds, ["kind", "kind", "kind"]);
    assert_eq!(branches[0]["description"], "It is there.");
    assert_eq!(branches[2]["required"], json!(["kind", "value"]));
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&json!({ "result": { "kind": "found", "place": "here" } })));
    assert!(validator.is_valid(&json!({ "result": { "kind": "sold", "price": 3.5 } })));
    assert!(!validator.is_valid(&json!({ "result": { "kind": "sold", "price": "here" } })));
    assert!(lower(&schema, Target::OpenAiStrict).is_ok());
}

#[test]
fn tightening_closes_and_requires_everywhere_but_below_references_and_conditions() {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": "object", "properties": { "b": { "type": "string" } } },
            "list": { "type": "array", "items": { "type": "object", "properties": { "c": {} } } },
            "any": { "anyOf": [{ "type": "object", "properties": { "d": {} } }] },
            "ref": { "$ref": "#/$defs/R" },
        },
        "if": { "type": "object", "properties": { "e": {} } },
        "$defs": { "R": { "type": "object", "properties": { "f": {} } } },
        "definitions": { "S": { "type": "object", "properties": { "g": {} } } },
    });
    tighten(&mut schema);
    assert_eq!(schema["required"], json!(["a", "list", "any", "ref"]));
    for path in [
        "",
        "/properties/a",
        "/properties/list/items",
        "/properties/any/anyOf/0",
        "/$defs/R",
        "/definitions/S",
    ] {
        assert_eq!(schema.pointer(path).unwrap()["additionalProperties"], json!(false), "{path}");
        assert!(!schema.pointer(path).unwrap()["required"].as_array().unwrap().is_empty(), "{path}");
    }
    assert_eq!(schema["properties"]["ref"], json!({ "$ref": "#/$defs/R" }));
    assert!(schema["if"].get("additionalProperties").is_none());
}

#[test]
fn tightening_that_preserves_keeps_maps_and_makes_optional_nullable() {
    let mut schema = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string" },
            "map": { "type": "object", "additionalProperties": { "type": "string" } },
        },
        "required": ["map"],
    });
    let open = tighten_preserving(&mut schema);
    assert_eq!(schema["properties"]["a"]["type"], json!(["string", "null"]));
    assert_eq!(schema["properties"]["map"]["additionalProperties"], json!({ "type": "string" }));
    assert_eq!(schema["required"], json!(["a", "map"]));
    assert_eq!(open.iter().map(|refusal| refusal.path.as_str()).collect::<Vec<_>>(), ["/properties/map"]);
}
