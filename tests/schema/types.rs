//! Types made at random: their schemas, as schemars writes them, and values that they serialise to.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A type that a user could write.
#[derive(Clone, Debug)]
pub(crate) enum Type {
    Bool,
    Int,
    Float,
    Text,
    /// An enum of unit variants.
    Choice(Vec<String>),
    List(Box<Type>),
    Map(Box<Type>),
    Nullable(Box<Type>),
    Struct(Vec<Field>),
    /// An enum of struct variants, tagged from inside by `kind`.
    Tagged(Vec<Vec<Field>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    name: String,
    ty: Type,
    /// Whether it may be left out (`#[serde(default, skip_serializing_if)]`).
    optional: bool,
}

impl Type {
    pub(crate) fn schema(&self) -> Value {
        match self {
            Self::Bool => json!({ "type": "boolean" }),
            Self::Int => json!({ "type": "integer", "format": "int32" }),
            Self::Float => json!({ "type": "number", "format": "double" }),
            Self::Text => json!({ "type": "string" }),
            Self::Choice(names) => json!({ "type": "string", "enum": names }),
            Self::List(item) => json!({ "type": "array", "items": item.schema() }),
            Self::Map(item) => json!({ "type": "object", "additionalProperties": item.schema() }),
            Self::Nullable(inner) => json!({ "anyOf": [inner.schema(), { "type": "null" }] }),
            Self::Struct(fields) => object(fields, None),
            Self::Tagged(variants) => {
                let variants = variants.iter().enumerate();
                let branches: Vec<_> =
                    variants.map(|(tag, fields)| object(fields, Some(&format!("v{tag}")))).collect();
                json!({ "oneOf": branches })
            }
        }
    }

    /// A value of the type, chosen by `pick`. With `nulls`, what may be left out is written as `null`.
    pub(crate) fn value(&self, pick: &mut Picker, nulls: bool) -> Value {
        match self {
            Self::Bool => json!(pick.below(2) == 0),
            Self::Int => json!(i64::from(pick.next()) - 1000),
            Self::Float => json!(f64::from(pick.next()) / 8.0),
            Self::Text => json!("x".repeat(pick.below(5))),
            Self::Choice(names) => json!(names[pick.below(names.len())]),
            Self::List(item) => (0..pick.below(3)).map(|_| item.value(pick, nulls)).collect(),
            Self::Map(item) => {
                let members = (0..pick.below(3)).map(|at| (format!("key{at}"), item.value(pick, nulls)));
                Value::Object(members.collect())
            }
            Self::Nullable(inner) => {
                if pick.below(2) == 0 {
                    Value::Null
                } else {
                    inner.value(pick, nulls)
                }
            }
            Self::Struct(fields) => members(fields, None, pick, nulls),
            Self::Tagged(variants) => {
                let tag = pick.below(variants.len());
                members(&variants[tag], Some(&format!("v{tag}")), pick, nulls)
            }
        }
    }
}

fn object(fields: &[Field], kind: Option<&str>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some(kind) = kind {
        properties.insert("kind".to_owned(), json!({ "type": "string", "const": kind }));
        required.push("kind");
    }
    for field in fields {
        properties.insert(field.name.clone(), field.ty.schema());
        if !field.optional {
            required.push(&field.name);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn members(fields: &[Field], kind: Option<&str>, pick: &mut Picker, nulls: bool) -> Value {
    let mut members = Map::new();
    members.extend(kind.map(|kind| ("kind".to_owned(), json!(kind))));
    for field in fields {
        let value = field.ty.value(pick, nulls);
        if field.optional && pick.below(2) == 0 {
            if nulls {
                members.insert(field.name.clone(), Value::Null);
            }
        } else {
            members.insert(field.name.clone(), value);
        }
    }
    Value::Object(members)
}

/// Choices from a list of numbers that proptest makes and shrinks; the same list makes the same choices.
pub(crate) struct Picker {
    numbers: Vec<u16>,
    at: usize,
}

impl Picker {
    pub(crate) fn new(numbers: &[u16]) -> Self {
        Self { numbers: numbers.to_vec(), at: 0 }
    }

    fn next(&mut self) -> u16 {
        self.at += 1;
        self.numbers.get(self.at % self.numbers.len().max(1)).copied().unwrap_or_default()
    }

    fn below(&mut self, most: usize) -> usize {
        usize::from(self.next()) % most.max(1)
    }
}

/// Any type whose root is a struct.
pub(crate) fn root() -> impl Strategy<Value = Type> {
    fields(any_type()).prop_map(Type::Struct)
}

fn any_type() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::Bool),
        Just(Type::Int),
        Just(Type::Float),
        Just(Type::Text),
        proptest::collection::hash_set("[A-Z][a-z]{1,4}", 1..4)
            .prop_map(|names| Type::Choice(names.into_iter().collect())),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let boxed = |inner: Type| Box::new(inner);
        prop_oneof![
            inner.clone().prop_map(move |inner| Type::List(boxed(inner))),
            inner.clone().prop_map(move |inner| Type::Map(boxed(inner))),
            inner.clone().prop_map(move |inner| Type::Nullable(boxed(inner))),
            fields(inner.clone()).prop_map(Type::Struct),
            proptest::collection::vec(fields(inner), 1..3).prop_map(Type::Tagged),
        ]
    })
}

fn fields(ty: impl Strategy<Value = Type>) -> impl Strategy<Value = Vec<Field>> {
    let field = (ty, any::<bool>());
    proptest::collection::vec(field, 1..4).prop_map(|fields| {
        let named = fields.into_iter().enumerate();
        named.map(|(at, (ty, optional))| Field { name: format!("f{at}"), ty, optional }).collect()
    })
}
