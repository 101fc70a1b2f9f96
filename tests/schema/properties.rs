//! What holds of every type.

use agentkit::schema::{
    Family, Target, best, drop_iteratively, lower, strict_cost, tighten, tighten_preserving,
    undo_null_mapping, union, wrap_root,
};
use jsonschema::validator_for;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::types::{Picker, root};

const TARGETS: [Target; 6] = [
    Target::OpenAiStrict,
    Target::OpenAiLoose,
    Target::AnthropicStrict,
    Target::AnthropicLoose,
    Target::Gemini,
    Target::Grammar,
];

/// Every schema in a document, the root first.
fn schemas(root: &Value) -> Vec<&Value> {
    let mut found = vec![root];
    let mut at = 0;
    while let Some(schema) = found.get(at).copied() {
        at += 1;
        for keyword in ["properties", "$defs"] {
            found.extend(schema[keyword].as_object().into_iter().flat_map(|members| members.values()));
        }
        for keyword in ["anyOf", "oneOf", "allOf", "prefixItems"] {
            found.extend(schema[keyword].as_array().into_iter().flatten());
        }
        for keyword in ["items", "additionalProperties"] {
            found.extend(schema.get(keyword).filter(|schema| schema.is_object()));
        }
    }
    found
}

/// What `OpenAI`'s guide on structured outputs says of a strict schema.
fn assert_openai_strict(root: &Value) {
    assert_eq!(root["type"], "object", "the root is an object: {root}");
    assert!(root.get("anyOf").is_none(), "the root is no union: {root}");
    for schema in schemas(root) {
        let object = schema.as_object().expect("no boolean schema");
        if object.get("type") == Some(&json!("object")) {
            assert_eq!(object.get("additionalProperties"), Some(&json!(false)), "closed: {schema}");
            let names: Vec<_> = object["properties"].as_object().unwrap().keys().collect();
            assert_eq!(object["required"], json!(names), "all required: {schema}");
        }
        if object.get("type") == Some(&json!("array")) {
            assert!(object.contains_key("items"), "items: {schema}");
        }
        for unknown in ["oneOf", "allOf", "not", "if", "patternProperties", "default", "title"] {
            assert!(!object.contains_key(unknown), "`{unknown}`: {schema}");
        }
        if object.contains_key("$ref") {
            assert_eq!(object.len(), 1, "nothing beside a reference: {schema}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn what_the_type_serialises_to_fits_the_lowered_schema(
        ty in root(),
        numbers in proptest::collection::vec(any::<u16>(), 8..40),
    ) {
        let schema = ty.schema();
        for target in TARGETS {
            let Ok(lowered) = lower(&schema, target) else { continue };
            let nulls = target == Target::OpenAiStrict;
            let value = ty.value(&mut Picker::new(&numbers), nulls);
            let validator = validator_for(&lowered.schema).expect("a lowered schema is a schema");
            prop_assert!(validator.is_valid(&value), "{target}: {value} against {}", lowered.schema);
        }
    }

    #[test]
    fn nulls_that_stand_for_absent_go_again(
        ty in root(),
        numbers in proptest::collection::vec(any::<u16>(), 8..40),
    ) {
        let schema = ty.schema();
        let sent = ty.value(&mut Picker::new(&numbers), true);
        let value = undo_null_mapping(sent.clone(), &schema);
        let validator = validator_for(&schema).expect("a schema");
        prop_assert!(validator.is_valid(&value), "{sent} became {value}, against {schema}");
        prop_assert_eq!(undo_null_mapping(value.clone(), &schema), value, "done once is done");
    }

    #[test]
    fn strict_is_claimed_only_where_the_rules_hold(ty in root()) {
        let choice = best(&ty.schema(), Family::OpenAi);
        if let Ok(choice) = choice {
            prop_assert_eq!(choice.strict, choice.why_not.is_empty());
            if choice.strict {
                assert_openai_strict(&choice.lowered.schema);
            }
        }
    }

    #[test]
    fn lowering_and_tightening_are_idempotent(ty in root()) {
        let schema = ty.schema();
        for target in TARGETS {
            if let Ok(lowered) = lower(&schema, target) {
                let again = lower(&lowered.schema, target).map(|again| again.schema);
                prop_assert_eq!(again.as_ref(), Ok(&lowered.schema), "{}", target);
            }
        }
        let mut once = schema.clone();
        tighten(&mut once);
        let mut twice = once.clone();
        tighten(&mut twice);
        prop_assert_eq!(twice, once);
        let mut once = schema;
        let open = tighten_preserving(&mut once);
        let mut twice = once.clone();
        prop_assert_eq!(tighten_preserving(&mut twice), open);
        prop_assert_eq!(twice, once);
    }
}

/// A schema that nests far past any stack below `keyword`, and the values that it says it is. It is built from
/// within: `json!` would walk what it is given.
fn deep(keyword: &str) -> Value {
    let mut schema = json!({ "type": "string" });
    for _ in 0..20_000 {
        let below = match keyword {
            "properties" | "$defs" => Value::Object(Map::from_iter([("d".to_owned(), schema)])),
            "anyOf" | "allOf" => Value::Array(vec![schema]),
            _ => schema,
        };
        let mut map = Map::from_iter([("type".to_owned(), json!("object"))]);
        map.insert(keyword.to_owned(), below);
        schema = Value::Object(map);
    }
    schema
}

#[test]
fn no_depth_overflows_the_stack() {
    for keyword in
        ["properties", "$defs", "anyOf", "allOf", "items", "additionalProperties", "default", "const"]
    {
        let mut schema = deep(keyword);
        for target in TARGETS {
            let error = lower(&schema, target).expect_err("nests too deep");
            assert!(error.to_string().contains("nests deeper than 128 levels"), "{target}: {error}");
        }
        assert!(best(&schema, Family::OpenAi).is_err() && best(&schema, Family::Anthropic).is_err());
        assert_eq!(tighten_preserving(&mut schema).len(), 1, "{keyword}");
        assert_eq!(strict_cost(&schema).tools, 1, "{keyword}");
        let (wrapped, _) = wrap_root(&schema);
        assert!(lower(&wrapped, Target::OpenAiLoose).is_err(), "{keyword}");
        drop_iteratively(wrapped);
        let joined = union(&[("one", "", &schema), ("two", "", &schema)]);
        assert!(lower(&joined, Target::Gemini).is_err(), "{keyword}");
        drop_iteratively(joined);
        let value = undo_null_mapping(deep(keyword), &schema);
        drop_iteratively(value);
        tighten(&mut schema);
        drop_iteratively(schema);
    }
}
