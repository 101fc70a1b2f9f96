//! One run: turn after turn, to its end.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::answer::Accept;
use super::budget::Budget;
use super::context::{Context, Guard};
use super::core::Core;
use super::entry::{Kept, Talk};
use super::event::{Event, EventKind};
use super::hooks::RunInfo;
use super::pending::Resuming;
use super::words;
use crate::error::{Report, Stage};
use crate::message::{Message, ToolMessage, ToolResult, UserMessage};
use crate::model::{Cache, Request};
use crate::run::Finish;
use crate::tool::RunScope;
use crate::{Error, ErrorKind, IncompleteReason, Result, Transcript};

/// One run of one agent.
pub(super) struct Drive<'a> {
    pub(super) core: &'a Core,
    pub(super) context: &'a Context,
    /// Never locked: the mutex only lets runs of answers that are not `Sync` be sent between threads.
    accept: Mutex<&'a mut dyn Accept>,
    /// The one request of the run; it grows with the conversation.
    pub(super) request: Request,
    /// The whole conversation, once the request has only a part of it.
    pub(super) whole: Option<Transcript>,
    pub(super) report: Report,
    /// Whether the turns have run out and this is the last call.
    pub(super) last: bool,
    /// What the last request took.
    pub(super) last_input: u64,
    /// Replies that held nothing.
    pub(super) blank_replies: u32,
    /// Turns in a row in which all calls of a tool failed, by its name.
    pub(super) failures: HashMap<String, u32>,
    /// Hashes of the calls' ids; two that meet cost no more than a new id.
    pub(super) ids: HashSet<u64>,
    /// The results of the turn that is going on, one a call, so far as they are there.
    pub(super) results: Vec<Option<ToolResult>>,
    pub(super) tool_calls: u64,
    pub(super) budgets: Vec<Budget>,
    pub(super) guard: Guard<'a>,
    pub(super) run_id: Option<Arc<str>>,
    /// What the calls of tools share.
    pub(super) scope: Option<Arc<RunScope>>,
    kept: Option<Kept>,
}

/// How one run of one agent begins.
pub(super) enum Begin {
    Input(UserMessage, Option<Talk>),
    Resume(Box<Resuming>),
}

impl<'a> Drive<'a> {
    pub(super) fn new(core: &'a Core, context: &'a Context, accept: &'a mut dyn Accept) -> Self {
        let mut request = core.request.clone();
        // A clone shares the slot, and runs must not share it.
        request.cache = Cache::default();
        let own = (!core.limits.is_unlimited()).then(|| Budget::new(core.limits.clone()));
        Self {
            core,
            context,
            accept: Mutex::new(accept),
            request,
            whole: None,
            report: Report::default(),
            last: false,
            last_input: 0,
            blank_replies: 0,
            failures: HashMap::new(),
            ids: HashSet::new(),
            results: Vec::new(),
            tool_calls: 0,
            budgets: own.into_iter().chain(context.budget.clone()).collect(),
            guard: Guard { cancellation: context.cancellation.as_ref(), deadline: None },
            run_id: None,
            scope: None,
            kept: None,
        }
    }

    /// Goes on to the end. However it ends, each call in the conversation has one result.
    pub(super) async fn run(mut self, begin: Begin) -> Result<(Report, Finish)> {
        let ended = self.go(begin).await;
        self.close();
        let ended = self.hook_end(ended).await;
        let report = self.take_report(ended.is_err());
        match ended {
            Ok(finish) => Ok((report, finish)),
            Err(error) => Err(error.with_report(report)),
        }
    }

    async fn go(&mut self, begin: Begin) -> Result<Finish> {
        self.begin_effects().await?;
        match begin {
            Begin::Input(message, talk) => self.take_input(message, talk).await?,
            Begin::Resume(resuming) => {
                let last = resuming.pending.state.last;
                if self.resume(*resuming).await? {
                    return Ok(if last { Finish::TurnLimit } else { Finish::Complete });
                }
            }
        }
        while self.report.turns < self.core.bounds.turns {
            let response = self.call_model().await?;
            if self.take_reply(response).await? {
                return Ok(Finish::Complete);
            }
        }
        self.last = true;
        self.core.last.put_into(&mut self.request);
        let response = self.call_model().await?;
        if self.take_reply(response).await? { Ok(Finish::TurnLimit) } else { Err(self.out_of_turns(None)) }
    }

    async fn take_input(&mut self, mut message: UserMessage, talk: Option<Talk>) -> Result<()> {
        if let Some(talk) = talk {
            self.request.messages = talk.history;
            self.ids.extend(self.request.messages.tool_calls().map(|call| super::model::hash(&call.id)));
            self.close();
            self.kept = Some(talk.kept);
        }
        self.hook_run(&mut message).await?;
        self.push(Message::User(message));
        Ok(())
    }

    /// Sets the clock and the run's id, where they matter from the beginning.
    async fn begin_effects(&mut self) -> Result<()> {
        if self.budgets.iter().any(Budget::is_timed) {
            let elapsed = self.elapsed().await?;
            self.guard.deadline = self.budgets.iter().filter_map(|budget| budget.deadline(elapsed)).min();
        }
        if !self.core.hooks.is_empty() || self.context.journal.is_some() {
            self.run_id = Some(self.new_run_id().await?);
        }
        Ok(())
    }

    /// How long ago the run began, in the journal's time.
    async fn elapsed(&self) -> Result<Duration> {
        let now = super::effect::now();
        let began = self.recorded_clock(now).await?;
        Ok(Duration::from_millis(now.saturating_sub(began)))
    }

    /// What takes the answer.
    pub(super) fn accept(&mut self) -> &mut dyn Accept {
        &mut **self.accept.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a message.
    pub(super) fn push(&mut self, message: impl Into<Arc<Message>>) {
        let message = message.into();
        if let Some(whole) = &mut self.whole {
            whole.push(Arc::clone(&message));
        }
        self.request.messages.push(message);
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
            self.push(Message::Tool(ToolMessage { results, note }));
        }
    }

    /// Tells the model something in the caller's place.
    pub(super) fn tell(&mut self, text: String) {
        let text = match self.last_note() {
            Some(note) => format!("{text}\n{note}"),
            None => text,
        };
        self.push(Message::user(text));
    }

    /// What is said before the last call, if that comes next.
    fn last_note(&self) -> Option<String> {
        let next = !self.last && self.report.turns >= self.core.bounds.turns;
        next.then(|| words::last_call(&self.core.answer))
    }

    /// Gives each call that is still open a result.
    fn close(&mut self) {
        let Some(message) = self.request.messages.messages().last().cloned() else { return };
        if message.tool_calls().next().is_some() {
            let last = std::mem::replace(&mut self.last, true);
            self.push_results(&message, words::NOT_RUN);
            self.last = last;
        }
    }

    pub(super) fn out_of_turns(&self, why: Option<&str>) -> Error {
        let turns = self.core.bounds.turns;
        let why = why.map(|why| format!("; the last call gave no answer: {why}")).unwrap_or_default();
        let message = format!("the limit of {turns} turns was reached{why}");
        Error::new(ErrorKind::Incomplete(IncompleteReason::TurnLimit), message)
    }

    /// Says that something happened. Nothing is made of it where no one listens.
    pub(super) fn emit(&self, kind: impl FnOnce() -> EventKind) {
        if let Some(events) = &self.context.events {
            events(Event { agent: self.core.name.clone(), turn: self.report.turns, kind: kind() });
        }
    }

    pub(super) fn run_id(&mut self) -> Arc<str> {
        Arc::clone(self.run_id.get_or_insert_with(super::effect::random_id))
    }

    /// What a hook may know of this run.
    pub(super) fn info(&self) -> RunInfo<'_> {
        RunInfo {
            agent: self.core.name.as_deref(),
            run_id: self.run_id.as_deref().unwrap_or_default(),
            turn: self.report.turns,
            usage: self.report.usage,
        }
    }

    fn take_report(&mut self, failed: bool) -> Report {
        self.count_tool_usage();
        if let Some(scope) = &self.scope {
            scope.end();
        }
        let mut report = std::mem::take(&mut self.report);
        let sent = std::mem::take(&mut self.request.messages);
        report.transcript = self.whole.take().unwrap_or(sent);
        if let Some(kept) = self.kept.take() {
            kept.put(report.transcript.clone());
        }
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

impl Drop for Drive<'_> {
    /// A run that is dropped halfway leaves its conversation, closed, to the session that it belongs to.
    fn drop(&mut self) {
        if let Some(scope) = &self.scope {
            scope.end();
        }
        if self.kept.is_some() {
            self.close();
            self.take_report(true);
        }
    }
}
