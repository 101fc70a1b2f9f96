//! Asking, and asking again.

use super::Ask;
use super::form::{Form, Question, first};
use crate::agent::words;
use crate::decode::{Mode, Options};
use crate::error::{Report, Stage};
use crate::message::{AssistantMessage, Message, Origin, ToolResult};
use crate::model::{FinishReason, Request, Response, Usage};
use crate::output::{Answer, Document, OutputError, Read};
use crate::provider::{DynProvider, ProviderError, ProviderErrorKind};
use crate::run::Finish;
use crate::{Error, ErrorKind, IncompleteReason, Result, Run};

pub(super) async fn run<T>(ask: Ask<'_, T>) -> Result<Run<T>> {
    let Ask { provider, messages, instructions, settings, prompted, retries, wanted, decode } = ask;
    let question = Question { messages, instructions, settings, prompted };
    let (request, form) = first(provider, question, wanted)?;
    let mut talk = Talk { provider, request, form, retries, report: Report::default() };
    let ended = talk.converse(decode).await;
    let report = talk.into_report(ended.is_err());
    match ended {
        Ok(output) => Ok(Run::new(output, Finish::Complete, report)),
        Err(error) => Err(error.with_report(report)),
    }
}

struct Talk<'p> {
    provider: &'p dyn DynProvider,
    request: Request,
    form: Form,
    retries: u32,
    report: Report,
}

/// Why a reply is not the answer, and what the model is told.
struct Fault {
    kind: ErrorKind,
    why: String,
    path: Option<String>,
    raw: String,
}

impl Talk<'_> {
    async fn converse<T>(&mut self, decode: fn(Answer<'_>) -> Result<T, OutputError>) -> Result<T> {
        loop {
            let (message, finish) = self.ask_once().await?;
            let fault = match self.answer(&message, &finish, decode) {
                Ok(output) => {
                    self.close(message, words::ACCEPTED, false);
                    return Ok(output);
                }
                Err(fault) => fault,
            };
            let told = self.told(&message, &fault);
            self.close(message, &told, true);
            if self.report.output_retries >= self.retries {
                let retries = self.retries;
                self.report.raw = Some(fault.raw);
                self.report.path = fault.path;
                let message = format!("no answer was accepted, after {retries} retries: {}", fault.why);
                return Err(Error::new(fault.kind, message));
            }
            self.report.output_retries += 1;
        }
    }

    /// Sends the request; a reply that is not whole ends it.
    async fn ask_once(&mut self) -> Result<(AssistantMessage, FinishReason)> {
        self.report.turns += 1;
        let response = match self.provider.complete(&self.request).await {
            Ok(response) => response,
            Err(error) => return Err(self.failed(error)),
        };
        self.report.transport_retries = self.report.transport_retries.saturating_add(response.retries);
        let mut usage = response.usage.unwrap_or_else(Usage::unreported);
        usage.requests = usage.requests.max(1);
        self.report.usage += usage;
        let Response { mut message, finish, .. } = response;
        message.origin.get_or_insert_with(|| Origin {
            provider: self.provider.name().into(),
            model: self.provider.model().into(),
        });
        if finish == FinishReason::Refusal || message.refusal().is_some() {
            let said = message.refusal().map_or_else(|| message.text(), str::to_owned);
            let error = if said.is_empty() { String::new() } else { format!(": {said}") };
            return Err(self.unfinished(message, ErrorKind::Refused, format!("the model refused{error}")));
        }
        match finish.failure() {
            Some((kind, why)) => Err(self.unfinished(message, kind, why)),
            None => Ok((message, finish)),
        }
    }

    fn failed(&mut self, error: ProviderError) -> Error {
        let retries = error.attempts().saturating_sub(1);
        self.report.transport_retries = self.report.transport_retries.saturating_add(retries);
        self.report.usage += error.usage().unwrap_or_default();
        let kind = match error.kind() {
            ProviderErrorKind::ContentFilter => ErrorKind::Filtered,
            _ => ErrorKind::Provider,
        };
        Error::new(kind, format!("the provider failed: {error}")).with_source(error)
    }

    /// The question ends on a reply that is not whole; what came of it is kept.
    fn unfinished(&mut self, message: AssistantMessage, kind: ErrorKind, why: String) -> Error {
        self.report.raw = Some(raw(&message));
        self.close(message, words::CUT, true);
        Error::new(kind, why)
    }

    fn answer<T>(
        &mut self,
        message: &AssistantMessage,
        finish: &FinishReason,
        decode: fn(Answer<'_>) -> Result<T, OutputError>,
    ) -> Result<T, Fault> {
        let text = message.text();
        let called = message.tool_calls().next().is_some();
        let broken = |reason, why: &str| {
            let kind = ErrorKind::Incomplete(reason);
            Err(Fault { kind, why: why.to_owned(), path: None, raw: raw(message) })
        };
        if *finish == FinishReason::MalformedToolCall {
            return broken(
                IncompleteReason::MalformedToolCall,
                "the model wrote a call that could not be read",
            );
        }
        if *finish == FinishReason::Pause && !called {
            return broken(IncompleteReason::UnknownFinish, "the provider paused the reply");
        }
        if !called && text.trim().is_empty() {
            return broken(IncompleteReason::EmptyReply, "the model answered nothing");
        }
        let wrong = |error: OutputError| Fault {
            kind: ErrorKind::Parse,
            why: error.to_string(),
            path: error.path().map(str::to_owned),
            raw: raw(message),
        };
        let read = match &self.form {
            Form::Text => return decode(Answer::of_text(&text)).map_err(wrong),
            Form::Document(document) => document.read(&text, &Options::new()),
            Form::Calls(_) if !called => {
                let why = "the model answered in plain text where a typed answer was due";
                return broken(IncompleteReason::PlainText, why);
            }
            Form::Calls(documents) => by_call(message, documents),
        };
        let read = read.map_err(wrong)?;
        let output = decode(read.answer()).map_err(wrong)?;
        self.report.repairs.extend(read.repairs);
        Ok(output)
    }

    /// What the model is told of its mistake.
    fn told(&self, message: &AssistantMessage, fault: &Fault) -> String {
        use IncompleteReason::{EmptyReply, MalformedToolCall, UnknownFinish};
        let why = words::bounded(&fault.why);
        match (fault.kind, &self.form) {
            (ErrorKind::Incomplete(EmptyReply), _) => words::EMPTY.to_owned(),
            (ErrorKind::Incomplete(MalformedToolCall), _) => words::MALFORMED.to_owned(),
            // A reply that was paused goes on when it is sent again as it is.
            (ErrorKind::Incomplete(UnknownFinish), _) => String::new(),
            (ErrorKind::Incomplete(_), Form::Calls(documents)) => {
                words::by_call(documents.iter().map(|document| document.format.name.as_str()))
            }
            _ if message.tool_calls().next().is_some() => words::not_accepted(why),
            _ => words::text_not_accepted(why),
        }
    }

    /// Keeps a reply, with a result for each call in it, or what the model is told in the caller's place.
    fn close(&mut self, message: AssistantMessage, told: &str, is_error: bool) {
        let results: Vec<_> =
            message.tool_calls().map(|call| ToolResult::new(call, told, is_error)).collect();
        let blank = results.is_empty() && message.text().trim().is_empty() && message.refusal().is_none();
        let messages = &mut self.request.messages;
        if !blank {
            messages.push(Message::Assistant(message));
        }
        if !results.is_empty() {
            messages.push(Message::tool(results));
        } else if is_error && !told.is_empty() && told != words::CUT {
            messages.push(Message::user(told));
        }
    }

    fn into_report(self, failed: bool) -> Report {
        let mut report = self.report;
        report.transcript = self.request.messages;
        let (transcript, usage, turns) = (report.transcript.clone(), report.usage, report.turns);
        report.stages = vec![Stage { name: None, transcript, usage, turns, failed }];
        report
    }
}

/// The answer that a reply gives by a call. Calls of several choices contradict each other.
fn by_call(message: &AssistantMessage, documents: &[Document]) -> Result<Read, OutputError> {
    let mut chosen = None;
    for call in message.tool_calls() {
        let Some(at) = documents.iter().position(|document| document.format.name == call.name) else {
            let known = words::names(documents.iter().map(|document| &document.format.name));
            return Err(OutputError::new(format_args!(
                "there is no tool `{}`; the tools are {known}",
                call.name
            )));
        };
        match chosen {
            Some((earlier, _)) if earlier != at => {
                return Err(OutputError::new("it was given in several ways at once; call exactly one"));
            }
            Some(_) => {}
            None => chosen = Some((at, call)),
        }
    }
    let chosen = chosen.and_then(|(at, call)| Some((at, call, documents.get(at)?)));
    let Some((at, call, document)) = chosen else { return Err(OutputError::new("nothing was called")) };
    let options = Options::new().mode(Mode::ToolArgs);
    Ok(document.read(&call.arguments, &options)?.of_choice(at))
}

/// The text at fault: the arguments of the last call, or the text.
fn raw(message: &AssistantMessage) -> String {
    message.tool_calls().last().map_or_else(|| message.text(), |call| call.arguments.clone())
}
