//! A typed answer as one JSON document.

use std::sync::Arc;

use serde_json::Value;

use super::{Choice, OutputError};
use crate::decode::{Schema, SchemaError};
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

    /// Reads a reply: which choice, and its value.
    pub(crate) fn read(&self, text: &str) -> Result<(usize, Value), ReadError> {
        let document = parse(text, &self.schema, &self.format.schema)?;
        match &self.layout {
            Layout::One(wrapped) => {
                let value = wrapped.unwrap(document);
                Ok((
                    0,
                    value.ok_or_else(|| {
                        ReadError::at("", "it is not an object with the one member `result`")
                    })?,
                ))
            }
            Layout::Union(kinds) => chosen(kinds, document),
        }
    }
}

fn kind(choice: &Choice) -> &str {
    choice.name.as_deref().unwrap_or(if choice.failure { FAILURE } else { NAME })
}

/// The choice that a document of a union names.
fn chosen(kinds: &[(String, Place)], document: Value) -> Result<(usize, Value), ReadError> {
    let Some(Value::Object(mut members)) = Wrapped::Yes.unwrap(document) else {
        return Err(ReadError::at("/result", "it is not an object that says its `kind`"));
    };
    let kind = members.shift_remove("kind");
    let named = kind.as_ref().and_then(Value::as_str);
    let at = kinds.iter().position(|(kind, _)| Some(kind.as_str()) == named);
    let Some((at, (_, place))) = at.and_then(|at| Some((at, kinds.get(at)?))) else {
        let known: Vec<_> = kinds.iter().map(|(kind, _)| format!("\"{kind}\"")).collect();
        let said = kind.map_or_else(|| "nothing".to_owned(), |kind| kind.to_string());
        let why = format!("it is {said}, and has to be one of {}", known.join(", "));
        return Err(ReadError::at("/result/kind", why));
    };
    match place {
        Place::BesideKind => Ok((at, Value::Object(members))),
        Place::Value => {
            let value = members.shift_remove("value");
            Ok((at, value.ok_or_else(|| ReadError::at("/result/value", "it is missing"))?))
        }
    }
}

/// Why a reply is not the document that was asked for.
#[derive(Debug)]
pub(crate) struct ReadError {
    pub(crate) message: String,
    /// Where, as a JSON pointer.
    pub(crate) path: Option<String>,
}

impl ReadError {
    /// A fault of no known place.
    pub(crate) fn of(message: String) -> Self {
        Self { message, path: None }
    }

    fn at(path: &str, why: impl Into<String>) -> Self {
        let place = if path.is_empty() { "the answer" } else { path };
        Self { message: format!("{place}: {}", why.into()), path: Some(path.to_owned()) }
    }
}

impl From<OutputError> for ReadError {
    fn from(error: OutputError) -> Self {
        Self { message: error.to_string(), path: None }
    }
}

/// Reads a text as a value of a schema: the one place where typed answers outside of calls are decoded.
fn parse(text: &str, schema: &Schema, source: &Value) -> Result<Value, ReadError> {
    let value = serde_json::from_str(text).map_err(|error| ReadError {
        message: format!("the answer is not valid JSON: {error}"),
        path: None,
    })?;
    let value = schema::undo_null_mapping(value, source);
    match schema.check(&value) {
        Ok(()) => Ok(value),
        Err(error) => Err(ReadError { message: error.to_string(), path: Some(error.path().to_owned()) }),
    }
}
