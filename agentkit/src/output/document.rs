//! A typed answer as one JSON document.

use std::sync::Arc;

use serde_json::Value;

use super::{Answer, Choice, OutputError};
use crate::decode::{Decoded, Json, Options, Repair, Schema, SchemaError, decode_with};
use crate::model::ResponseFormat;
use crate::schema::{self, Place, Wrapped};

/// The name of a format whose only choice has none.
const NAME: &str = "answer";
/// The kind of a failure report that has no name.
const FAILURE: &str = "task_failed";

/// How a model is asked for a document that its provider cannot hold it to.
const ASKED: &str = "Give your final answer as one JSON document and nothing else: no words around it, no code \
                     fence. It has to follow this JSON Schema:";

/// A shape as one JSON document: its format on the wire, and the way back.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) format: Arc<ResponseFormat>,
    schema: Schema,
    layout: Layout,
}

#[derive(Debug)]
enum Layout {
    /// The document is the value, or has it in `result`.
    One(Wrapped),
    /// One of several, by `kind`.
    Union(Vec<(String, Place)>),
}

impl Document {
    /// The document of a shape's choices.
    pub(crate) fn of(choices: &[Choice]) -> Result<Self, SchemaError> {
        let (format, layout) = match choices {
            [choice] => {
                let name = kind(choice);
                let description = Some(choice.description.to_string()).filter(|text| !text.is_empty());
                let format =
                    ResponseFormat { description, ..ResponseFormat::new(name, choice.schema.clone()) };
                return Self::of_format(format);
            }
            choices => {
                let named: Vec<_> = choices.iter().map(|choice| (kind(choice), choice)).collect();
                let listed: Vec<_> = named
                    .iter()
                    .map(|(kind, choice)| (*kind, &*choice.description, &choice.schema))
                    .collect();
                let (schema, places) = schema::union_of(&listed);
                let kinds = named.iter().map(|(kind, _)| (*kind).to_owned());
                (ResponseFormat::new(NAME, schema), Layout::Union(kinds.zip(places).collect()))
            }
        };
        Self::new(format, layout)
    }

    fn new(format: ResponseFormat, layout: Layout) -> Result<Self, SchemaError> {
        let schema = Schema::compile(&format.schema)?;
        Ok(Self { format: Arc::new(format), schema, layout })
    }

    /// The document of a format that a user made; a schema whose root is no object travels in one.
    pub(crate) fn of_format(format: ResponseFormat) -> Result<Self, SchemaError> {
        let (schema, wrapped) = schema::wrap_root(&format.schema);
        Self::new(ResponseFormat { schema, ..format }, Layout::One(wrapped))
    }

    /// Instructions that ask for the document, behind others.
    pub(crate) fn instructions(&self, others: Option<&str>) -> String {
        let before = others.map(|others| format!("{others}\n\n")).unwrap_or_default();
        format!("{before}{ASKED}\n{}", self.format.schema)
    }

    /// The kinds that occur twice, so that they could not be told apart.
    pub(crate) fn double_kinds(&self) -> Vec<&str> {
        let Layout::Union(kinds) = &self.layout else { return Vec::new() };
        let twice = |at: usize| kinds.iter().take(at).any(|(kind, _)| *kind == kinds[at].0);
        (0..kinds.len()).filter(|at| twice(*at)).map(|at| kinds[at].0.as_str()).collect()
    }

    /// The schema of the value, where the document is the value itself.
    pub(crate) fn value_schema(&self) -> Option<&Schema> {
        matches!(self.layout, Layout::One(Wrapped::No)).then_some(&self.schema)
    }

    /// Reads a text: which choice, and its value. The one place where answers are decoded that are no stop
    /// calls of an agent.
    pub(crate) fn read(&self, text: &str, options: &Options) -> Result<Read, OutputError> {
        let decoded = decode_with(text, &self.schema, options);
        let Decoded { value, repairs } = decoded.map_err(|error| OutputError::of_decoding(&error))?;
        let (choice, value) = match &self.layout {
            Layout::One(Wrapped::No) => (0, Body::Decoded(value)),
            Layout::One(Wrapped::Yes) => {
                let value = Wrapped::Yes.unwrap(plain(&value)?);
                let missing = || OutputError::at("", "it is not an object with the one member `result`");
                (0, Body::Value(value.ok_or_else(missing)?))
            }
            Layout::Union(kinds) => {
                let (choice, value) = chosen(kinds, plain(&value)?)?;
                (choice, Body::Value(value))
            }
        };
        Ok(Read { choice, body: value, repairs })
    }
}

/// A document that was read.
pub(crate) struct Read {
    choice: usize,
    body: Body,
    pub(crate) repairs: Vec<Repair>,
}

enum Body {
    /// With its numbers as they were written.
    Decoded(Json),
    Value(Value),
}

impl Read {
    pub(crate) fn answer(&self) -> Answer<'_> {
        match &self.body {
            Body::Decoded(value) => Answer::of_decoded(self.choice, value),
            Body::Value(value) => Answer::of_json(self.choice, value),
        }
    }

    /// The same as the value of another choice.
    pub(crate) fn of_choice(self, choice: usize) -> Self {
        Self { choice, ..self }
    }
}

fn plain(value: &Json) -> Result<Value, OutputError> {
    value.deserialize().map_err(|error| OutputError::of_decoding(&error))
}

fn kind(choice: &Choice) -> &str {
    choice.name.as_deref().unwrap_or(if choice.failure { FAILURE } else { NAME })
}

/// The choice that a document of a union names.
fn chosen(kinds: &[(String, Place)], document: Value) -> Result<(usize, Value), OutputError> {
    let Some(Value::Object(mut members)) = Wrapped::Yes.unwrap(document) else {
        return Err(OutputError::at("/result", "it is not an object that says its `kind`"));
    };
    let kind = members.shift_remove("kind");
    let named = kind.as_ref().and_then(Value::as_str);
    let at = kinds.iter().position(|(kind, _)| Some(kind.as_str()) == named);
    let Some((at, (_, place))) = at.and_then(|at| Some((at, kinds.get(at)?))) else {
        let known: Vec<_> = kinds.iter().map(|(kind, _)| format!("\"{kind}\"")).collect();
        let said = kind.map_or_else(|| "nothing".to_owned(), |kind| kind.to_string());
        let why = format!("it is {said}, and has to be one of {}", known.join(", "));
        return Err(OutputError::at("/result/kind", why));
    };
    match place {
        Place::BesideKind => Ok((at, Value::Object(members))),
        Place::Value => {
            let value = members.shift_remove("value");
            Ok((at, value.ok_or_else(|| OutputError::at("/result/value", "it is missing"))?))
        }
    }
}
