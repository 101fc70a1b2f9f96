//! One run: turn after turn, to its end.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::answer::Accept;
use super::context::Context;
use super::core::Core;
use super::words;
use crate::error::{Report, Stage};
use crate::message::{AssistantMessage, AssistantPart, Message, ToolMessage, ToolResult, UserMessage};
use crate::model::{Request, Response, Usage};
use crate::provider::{ProviderError, ProviderErrorKind};
use crate::run::Finish;
use crate::tool::ToolContext;
use crate::{Error, ErrorKind, IncompleteReason, Result};

/// One run of one agent.
pub(super) struct Drive<'a> {
    pub(super) core: &'a Core,
    pub(super) context: &'a Context,
    pub(super) accept: &'a mut dyn Accept,
    /// The one request of the run; it grows with the conversation.
    pub(super) request: Request,
    pub(super) report: Report,
    /// Whether the turns have run out and this is the last call.
    pub(super) last: bool,
    /// Replies that held nothing.
    pub(super) blank_replies: u32,
    /// Turns in a row in which all calls of a tool failed, by its name.
    pub(super) failures: HashMap<String, u32>,
    /// Hashes of the calls' ids; two that meet cost no more than a new id.
    ids: HashSet<u64>,
    /// The results of the turn that is going on, one a call, so far as they are there.
    pub(super) results: Vec<Option<ToolResult>>,
    run_id: Option<Arc<str>>,
}

impl<'a> Drive<'a> {
    pub(super) fn new(
        core: &'a Core,
        context: &'a Context,
        message: UserMessage,
        accept: &'a mut dyn Accept,
    ) -> Self {
        let mut request = core.request.clone();
        // A clone shares the slot, and runs must not share it.
        request.cache = crate::model::Cache::default();
        request.messages.push(Message::User(message));
        Self {
            core,
            context,
            accept,
            request,
            report: Report::default(),
            last: false,
            blank_replies: 0,
            failures: HashMap::new(),
            ids: HashSet::new(),
            results: Vec::new(),
            run_id: None,
        }
    }

    /// Goes on to the end. However it ends, each call in the conversation has one result.
    pub(super) async fn run(mut self) -> Result<(Report, Finish)> {
        let ended = self.turns().await;
        self.close();
        let report = self.into_report(ended.is_err());
        match ended {
            Ok(finish) => Ok((report, finish)),
            Err(error) => Err(error.with_report(report)),
        }
    }

    async fn turns(&mut self) -> Result<Finish> {
        while self.report.turns < self.core.limits.turns {
            let response = self.call_model().await?;
            if self.take_reply(response).await? {
                return Ok(Finish::Complete);
            }
        }
        self.last = true;
        (self.request.tools, self.request.tool_choice) = self.core.last.clone();
        let response = self.call_model().await?;
        if self.take_reply(response).await? { Ok(Finish::TurnLimit) } else { Err(self.out_of_turns(None)) }
    }

    /// One call of the model.
    async fn call_model(&mut self) -> Result<Response> {
        let calling = self.core.provider.complete(&self.request);
        match self.context.guard(calling).await? {
            Ok(mut response) => {
                self.report.turns += 1;
                self.report.transport_retries += response.retries;
                let mut usage = response.usage.unwrap_or_else(Usage::unreported);
                usage.requests = usage.requests.max(1);
                self.report.usage += usage;
                self.adopt(&mut response.message);
                Ok(response)
            }
            Err(error) => Err(self.provider_failed(error)),
        }
    }

    fn provider_failed(&mut self, error: ProviderError) -> Error {
        self.report.usage += error.usage().unwrap_or_default();
        self.report.transport_retries += error.attempts().saturating_sub(1);
        let kind = match error.kind() {
            ProviderErrorKind::ContentFilter => ErrorKind::Filtered,
            _ => ErrorKind::Provider,
        };
        Error::new(kind, format!("the provider failed: {error}")).with_source(error)
    }

    /// Signs a reply and sees to it that its calls' ids are unique in the run.
    fn adopt(&mut self, message: &mut AssistantMessage) {
        message.origin.get_or_insert_with(|| self.core.origin.clone());
        let mut place = 0;
        for part in &mut message.parts {
            let AssistantPart::ToolCall(call) = part else { continue };
            place += 1;
            let mut attempt = 0;
            while call.id.is_empty() || !self.ids.insert(hash(&call.id)) {
                attempt += 1;
                call.id = match attempt {
                    1 => format!("call_{}_{place}", self.report.turns),
                    _ => format!("call_{}_{place}_{attempt}", self.report.turns),
                };
            }
        }
    }

    /// Appends the results of a turn, and what the model is told beside them.
    pub(super) fn push_results(&mut self, message: &Message, stub: &str) {
        let results = std::mem::take(&mut self.results);
        let mut results = results.into_iter();
        let results: Vec<_> = message
            .tool_calls()
            .map(|call| {
                let result = results.next().flatten();
                result.unwrap_or_else(|| ToolResult::new(call, stub, true))
            })
            .collect();
        if !results.is_empty() {
            let note = self.last_note();
            self.request.messages.push(Message::Tool(ToolMessage { results, note }));
        }
    }

    /// Tells the model something in the caller's place.
    pub(super) fn tell(&mut self, text: String) {
        let text = match self.last_note() {
            Some(note) => format!("{text}\n{note}"),
            None => text,
        };
        self.request.messages.push(Message::user(text));
    }

    /// What is said before the last call, if that comes next.
    fn last_note(&self) -> Option<String> {
        let next = !self.last && self.report.turns >= self.core.limits.turns;
        next.then(|| words::last_call(&self.core.answer))
    }

    /// Gives each call that is still open a result.
    fn close(&mut self) {
        let Some(message) = self.request.messages.messages().last().cloned() else { return };
        self.last = true;
        self.push_results(&message, words::NOT_RUN);
    }

    pub(super) fn out_of_turns(&self, why: Option<&str>) -> Error {
        let turns = self.core.limits.turns;
        let why = why.map(|why| format!("; the last call gave no answer: {why}")).unwrap_or_default();
        let message = format!("the limit of {turns} turns was reached{why}");
        Error::new(ErrorKind::Incomplete(IncompleteReason::TurnLimit), message)
    }

    /// What a tool may know of this run.
    pub(super) fn tool_context(&mut self, call_id: &str) -> ToolContext {
        let run_id = self.run_id.get_or_insert_with(|| format!("run_{:016x}", fastrand::u64(..)).into());
        let token = self.context.cancellation.clone().unwrap_or_default();
        ToolContext::new(call_id, Arc::clone(run_id), self.report.turns, token)
    }

    fn into_report(self, failed: bool) -> Report {
        let mut report = self.report;
        report.transcript = self.request.messages;
        report.stages = vec![Stage {
            name: self.core.name.as_deref().map(str::to_owned),
            transcript: report.transcript.clone(),
            usage: report.usage,
            turns: report.turns,
            failed,
        }];
        report
    }
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
