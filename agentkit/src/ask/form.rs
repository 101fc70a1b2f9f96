//! In which form a question goes out.

use std::slice;
use std::sync::Arc;

use crate::decode::SchemaError;
use crate::model::{
    Cache, Capabilities, NativeOutput, Request, ResponseFormat, Settings, ToolChoice, ToolDefinition,
};
use crate::output::{Document, Shape};
use crate::provider::{DynProvider, ProviderError, ProviderErrorKind};
use crate::schema::is_valid_name;
use crate::{Error, ErrorKind, Result, Transcript};

/// What is asked for.
pub(super) enum Wanted {
    Shape(Shape),
    Format(ResponseFormat),
}

/// In which form the answer comes.
pub(super) enum Form {
    /// As it is.
    Text,
    /// As the document that the reply's text is.
    Document(Document),
    /// By a call, one tool a choice.
    Calls(Vec<Document>),
}

/// A question, before its form is chosen.
pub(super) struct Question {
    pub(super) messages: Transcript,
    pub(super) instructions: Option<String>,
    pub(super) settings: Settings,
    pub(super) prompted: bool,
}

/// The first request, and the form of its answer.
pub(super) fn first(
    provider: &dyn DynProvider,
    question: Question,
    wanted: Wanted,
) -> Result<(Request, Form)> {
    let Question { messages, instructions, settings, prompted } = question;
    let mut request = Request {
        instructions: instructions.map(Into::into),
        messages,
        settings: Arc::new(settings),
        cache: Cache::default(),
        ..Request::default()
    };
    let choices = match wanted {
        Wanted::Shape(Shape::Text) => {
            provider.check(&request).map_err(not_taken)?;
            return Ok((request, Form::Text));
        }
        Wanted::Shape(Shape::Choices(choices)) => (
            Document::of(&choices),
            choices.iter().map(|choice| Document::of(slice::from_ref(choice))).collect(),
        ),
        Wanted::Format(format) => (Document::of_format(format.clone()), vec![Document::of_format(format)]),
    };
    let (document, calls): (_, Vec<_>) = choices;
    let document = document.map_err(unusable)?;
    let calls = calls.into_iter().collect::<Result<Vec<_>, SchemaError>>().map_err(unusable)?;
    check_names(&document, &calls)?;
    if prompted {
        request.instructions = Some(document.instructions(request.instructions.as_deref()).into());
        provider.check(&request).map_err(not_taken)?;
        return Ok((request, Form::Document(document)));
    }
    let capabilities = provider.capabilities();
    let mut refused = Vec::new();
    if capabilities.native_output != NativeOutput::No {
        let mut native = request.clone();
        native.response_format = Some(Arc::clone(&document.format));
        match provider.check(&native) {
            Ok(()) => return Ok((native, Form::Document(document))),
            Err(error) => refused.push(error),
        }
    }
    if capabilities.tools {
        request.tools = calls.iter().map(tool).collect();
        match force(provider, &mut request, &capabilities) {
            Ok(()) => return Ok((request, Form::Calls(calls))),
            Err(error) => refused.push(error),
        }
    }
    Err(no_form(provider.model(), &refused))
}

fn tool(document: &Document) -> ToolDefinition {
    let format = &document.format;
    let description = format.description.as_deref().unwrap_or("Gives the answer.");
    ToolDefinition::new(format.name.as_str(), description, format.schema.clone())
}

/// Makes the model call a tool, as far as it can be made to.
fn force(
    provider: &dyn DynProvider,
    request: &mut Request,
    capabilities: &Capabilities,
) -> Result<(), ProviderError> {
    request.tool_choice = match request.tools.as_slice() {
        [only] if capabilities.tool_choice_named => ToolChoice::Named(Arc::clone(&only.name)),
        _ if capabilities.tool_choice_required => ToolChoice::Required,
        _ => ToolChoice::Auto,
    };
    let Err(error) = provider.check(request) else { return Ok(()) };
    if request.tool_choice == ToolChoice::Auto || error.kind() != ProviderErrorKind::Unsupported {
        return Err(error);
    }
    request.tool_choice = ToolChoice::Auto;
    provider.check(request).map_err(|_| error)
}

fn check_names(document: &Document, calls: &[Document]) -> Result<()> {
    for name in calls.iter().chain([document]).map(|document| &document.format.name) {
        if !is_valid_name(name) {
            return Err(build(format!(
                "the name {name:?} is not allowed: a name is 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`"
            )));
        }
    }
    match document.double_kinds().first() {
        Some(kind) => Err(build(format!("two choices of the answer are called `{kind}`"))),
        None => Ok(()),
    }
}

fn build(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Build, message)
}

fn unusable(error: SchemaError) -> Error {
    build(format!("the schema of the answer cannot be used: {error}")).with_source(error)
}

fn not_taken(error: ProviderError) -> Error {
    build(format!("the provider does not take the question: {error}")).with_source(error)
}

fn no_form(model: &str, refused: &[ProviderError]) -> Error {
    if refused.is_empty() {
        return build(format!(
            "the model `{model}` has neither structured output nor tools; use `ask_prompted`"
        ));
    }
    let reasons: Vec<_> = refused.iter().map(ToString::to_string).collect();
    build(format!("the provider takes the question in no form: {}", reasons.join("; and ")))
}
