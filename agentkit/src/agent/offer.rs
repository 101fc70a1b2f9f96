//! What the model is offered to answer with.

use std::sync::Arc;

use super::core::AnswerForm;
use crate::model::{
    Capabilities, NativeOutput, Request, ResponseFormat, ToolChoice, ToolDefinition, ToolList,
};
use crate::output::{Choice, Document, OutputMode, Shape};

/// The part of a request that changes when the answer alone is due.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    tools: ToolList,
    tool_choice: ToolChoice,
    response_format: Option<Arc<ResponseFormat>>,
}

impl Offer {
    pub(super) fn put_into(&self, request: &mut Request) {
        let Self { tools, tool_choice, response_format } = self.clone();
        (request.tools, request.tool_choice, request.response_format) = (tools, tool_choice, response_format);
    }

    /// What the last call offers: the answer, and nothing else.
    pub(super) fn last(
        answer: &AnswerForm,
        stop_list: ToolList,
        request: &Request,
        capabilities: &Capabilities,
    ) -> Self {
        let response_format = request.response_format.clone();
        let stops = match answer {
            AnswerForm::Stops(stops) => stops,
            AnswerForm::Document(form) if form.two_phase => {
                let response_format = Some(Arc::clone(&form.document.format));
                return Self { tools: ToolList::default(), tool_choice: ToolChoice::Auto, response_format };
            }
            AnswerForm::Text | AnswerForm::Document(_) => {
                // The tools stay, since some providers want those named that the conversation has calls of.
                let tool_choice = if request.tools.is_empty() { ToolChoice::Auto } else { ToolChoice::None };
                return Self { tools: request.tools.clone(), tool_choice, response_format };
            }
        };
        let tool_choice = match (&request.tool_choice, stops.as_slice()) {
            (ToolChoice::Auto, _) => ToolChoice::Auto,
            (_, [stop]) if capabilities.tool_choice_named => ToolChoice::Named(Arc::clone(stop)),
            _ if capabilities.tool_choice_required => ToolChoice::Required,
            _ => ToolChoice::Auto,
        };
        Self { tools: stop_list, tool_choice, response_format }
    }
}

/// A typed answer as the text of a reply.
#[derive(Debug)]
pub(crate) struct DocumentForm {
    pub(super) document: Document,
    /// Whether tools and format go out one after the other.
    pub(super) two_phase: bool,
    /// Whether the provider is not told of the format.
    pub(super) prompted: bool,
}

impl DocumentForm {
    /// The format of the first request.
    pub(super) fn first_format(&self) -> Option<Arc<ResponseFormat>> {
        (!self.prompted && !self.two_phase).then(|| Arc::clone(&self.document.format))
    }
}

/// How the answer of a shape is given, and the stop tools that it takes.
pub(super) fn answer_form(
    shape: Shape,
    mode: OutputMode,
    capabilities: &Capabilities,
    has_tools: bool,
) -> (AnswerForm, Vec<ToolDefinition>, Vec<String>) {
    let Shape::Choices(choices) = shape else { return (AnswerForm::Text, Vec::new(), Vec::new()) };
    if mode != OutputMode::StopTools {
        let (form, mistakes) = document_form(&choices, mode, capabilities, has_tools);
        return (form, Vec::new(), mistakes);
    }
    let stops: Vec<_> = choices.into_iter().map(stop_tool).collect();
    let names = stops.iter().map(|stop| Arc::clone(&stop.name)).collect();
    (AnswerForm::Stops(names), stops, Vec::new())
}

fn document_form(
    choices: &[Choice],
    mode: OutputMode,
    capabilities: &Capabilities,
    has_tools: bool,
) -> (AnswerForm, Vec<String>) {
    let mut mistakes = Vec::new();
    let prompted = mode == OutputMode::Prompted;
    let alone = has_tools && capabilities.native_output == NativeOutput::WithoutTools;
    if !prompted && capabilities.native_output == NativeOutput::No {
        mistakes.push(format!(
            "the output mode is `{mode:?}`, and the model enforces no schema on its reply; \
             use `OutputMode::StopTools` or `OutputMode::Prompted`"
        ));
    } else if mode == OutputMode::Native && alone {
        mistakes.push(
            "the output mode is `Native`, and the model enforces a schema on its reply only in requests \
             without tools; use `OutputMode::TwoPhase` or `OutputMode::StopTools`"
                .to_owned(),
        );
    }
    let document = match Document::of(choices) {
        Ok(document) => document,
        Err(error) => {
            mistakes.push(format!("the schema of the output cannot be used: {error}"));
            return (AnswerForm::Text, mistakes);
        }
    };
    for kind in document.double_kinds() {
        mistakes.push(format!("two choices of the output are called `{kind}`"));
    }
    let two_phase = mode == OutputMode::TwoPhase && alone;
    (AnswerForm::Document(DocumentForm { document, two_phase, prompted }), mistakes)
}

/// Whether and what the model must call, unless the user says so.
pub(super) fn default_choice(answer: &AnswerForm, capabilities: &Capabilities) -> ToolChoice {
    match answer {
        AnswerForm::Stops(_) if capabilities.tool_choice_required => ToolChoice::Required,
        _ => ToolChoice::Auto,
    }
}

fn stop_tool(choice: Choice) -> ToolDefinition {
    let Choice { name, description, schema, failure } = choice;
    let name = name.unwrap_or(if failure { "task_failed".into() } else { "stop".into() });
    ToolDefinition::new(&*name, &*description, schema)
}
