//! All that the loop itself tells a model.

use std::borrow::Cow;
use std::fmt;

use super::core::{AnswerForm, Core};

/// The result of a stop call that ended the run.
pub(crate) const ACCEPTED: &str = "accepted";
/// The result of a stop call after the one that ended the run.
pub(super) const ALREADY_ANSWERED: &str = "ignored: the answer was already given by an earlier call";
/// The result of a stop call beside a call that failed.
pub(super) const BESIDE_FAILURE: &str =
    "not accepted yet: another call of the same turn failed; look at its result, then answer again";
/// The result of a call in a reply that was not whole.
pub(crate) const CUT: &str = "not run: the reply was not complete";
/// The result of a call that the run's end left without one.
pub(super) const NOT_RUN: &str = "not run: the run ended before the call did";
/// The result of a tool's call once the turns have run out.
pub(super) const NO_TURNS: &str = "not run: no turns are left";
/// What a model is told that answered nothing.
pub(crate) const EMPTY: &str = "Your reply was empty. Go on with the task.";
/// What a model is told whose call the provider could not read.
pub(crate) const MALFORMED: &str =
    "Your last call could not be read. Write it again, with arguments in valid JSON.";

/// What a model is told that has done its work in words, and is to give the answer in a format.
pub(super) const DOCUMENT_DUE: &str = "Now give this answer as one JSON document.";

/// The longest text of an error that a model is told, in characters.
const LONGEST: usize = 2_000;

/// The beginning of a text that may be long.
pub(crate) fn bounded(text: &str) -> Cow<'_, str> {
    if text.char_indices().nth(LONGEST).is_none() {
        return Cow::Borrowed(text);
    }
    let end = text.char_indices().nth(LONGEST - 1).map_or(0, |(end, _)| end);
    Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default()))
}

/// Names in backticks, separated by commas.
pub(crate) fn names<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// The result of a call of a tool that there is not.
pub(super) fn unknown_tool(name: &str, core: &Core) -> String {
    let known = core.request.tools.as_slice();
    if known.is_empty() {
        return format!("there is no tool `{name}`; there are no tools at all");
    }
    let known = names(known.iter().map(|tool| &tool.name));
    format!("there is no tool `{name}`; the tools are {known}")
}

/// The result of a stop call whose arguments are not an answer.
pub(crate) fn not_accepted(why: impl fmt::Display) -> String {
    format!("the answer was not accepted: {why}; call again with the mistake put right")
}

/// The result of the stop calls of a turn that answered in several ways.
pub(super) fn several_answers(choices: &str) -> String {
    format!("the answer was not accepted: it was given in several ways at once ({choices}); call exactly one")
}

/// What a model is told that wrote text where a call was due.
pub(super) fn call_due(form: &AnswerForm) -> String {
    match form {
        AnswerForm::Text => "Answer in plain text.".to_owned(),
        AnswerForm::Document(_) => "Answer with one JSON document of the schema.".to_owned(),
        AnswerForm::Stops(stops) => by_call(stops),
    }
}

/// What a model is told that is to answer by one of these tools.
pub(crate) fn by_call<T: AsRef<str>>(tools: impl IntoIterator<Item = T>) -> String {
    let tools: Vec<_> = tools.into_iter().collect();
    let one_of = if tools.len() > 1 { "one of " } else { "" };
    format!("Plain text is not taken as the answer. Give it by calling {one_of}{}.", names(tools))
}

/// What a model is told whose text was not accepted.
pub(crate) fn text_not_accepted(why: impl fmt::Display) -> String {
    format!("The answer was not accepted: {why}. Answer again with the mistake put right.")
}

/// What a model is told before its last call.
pub(super) fn last_call(form: &AnswerForm) -> String {
    match form {
        AnswerForm::Text => "No turns are left. Answer now, in plain text, with what you have.".to_owned(),
        AnswerForm::Document(_) => {
            "No turns are left. Answer now with what you have, with one JSON document of the schema."
                .to_owned()
        }
        AnswerForm::Stops(stops) => {
            format!("No turns are left. Answer now with what you have, by calling {}.", names(stops))
        }
    }
}
