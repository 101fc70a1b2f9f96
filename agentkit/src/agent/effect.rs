//! The effects of a run: the one seam between it and the world.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::core::Core;
use super::drive::Drive;
use super::invoke::invoke;
use super::journal::{Failure, Record, Scoped, ToolRecord};
use crate::Result;
use crate::message::ToolCall;
use crate::model::{Request, Response};
use crate::provider::ProviderError;
use crate::tool::{Tool, ToolContext, ToolError, ToolErrorKind};

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn random_id() -> Arc<str> {
    format!("run_{:016x}", fastrand::u64(..)).into()
}

impl Drive<'_> {
    /// A model call.
    pub(super) async fn complete(&self, request: &Request) -> Result<Result<Response, ProviderError>> {
        let Some(journal) = &self.context.journal else {
            return self.guard.wait(self.ask(request)).await;
        };
        let key = format!("turn/{}", self.report.turns);
        match journal.get(&key).await? {
            Some(Record::Reply(response)) => return Ok(Ok(*response)),
            Some(_) => return Err(journal.foreign(&key)),
            None => {}
        }
        let outcome = self.guard.wait(self.ask(request)).await?;
        if let Ok(response) = &outcome {
            journal.put(&key, Record::Reply(Box::new(response.clone()))).await?;
        }
        Ok(outcome)
    }

    async fn ask(&self, request: &Request) -> Result<Response, ProviderError> {
        if self.context.events.is_some() {
            self.ask_streaming(request).await
        } else {
            self.core.provider.complete(request).await
        }
    }

    /// A random id for the run.
    pub(super) async fn new_run_id(&self) -> Result<Arc<str>> {
        let id = random_id();
        let Some(journal) = &self.context.journal else { return Ok(id) };
        match journal.get("run").await? {
            Some(Record::Id(id)) => Ok(id.into()),
            Some(_) => Err(journal.foreign("run")),
            None => {
                journal.put("run", Record::Id(id.to_string())).await?;
                Ok(id)
            }
        }
    }

    /// The time at which the run began: `now`, unless the journal knows better.
    pub(super) async fn recorded_clock(&self, now: u64) -> Result<u64> {
        let Some(journal) = &self.context.journal else { return Ok(now) };
        match journal.get("clock").await? {
            Some(Record::Clock(began)) => Ok(began),
            Some(_) => Err(journal.foreign("clock")),
            None => {
                journal.put("clock", Record::Clock(now)).await?;
                Ok(now)
            }
        }
    }
}

/// A tool call.
pub(super) async fn call_tool(
    core: &Core,
    journal: Option<&Scoped>,
    tool: Option<&Tool>,
    call: &ToolCall,
    context: ToolContext,
) -> Result<Result<String, ToolError>> {
    let timeout = core.bounds.tool_timeout;
    let Some(journal) = journal else {
        return Ok(invoke(tool, &call.arguments, context, timeout).await);
    };
    let key = format!("tool/{}", call.id);
    match journal.get(&key).await? {
        Some(Record::Tool(record)) => return replay(record, call).ok_or_else(|| journal.foreign(&key)),
        Some(_) => return Err(journal.foreign(&key)),
        None => {}
    }
    let outcome = invoke(tool, &call.arguments, context, timeout).await;
    journal.put(&key, Record::Tool(record(call, &outcome))).await?;
    Ok(outcome)
}

fn record(call: &ToolCall, outcome: &Result<String, ToolError>) -> ToolRecord {
    let (content, failure) = match outcome {
        Ok(content) => (content.clone(), None),
        Err(error) => {
            let failure = match error.kind() {
                ToolErrorKind::Stop => Failure::Stop,
                ToolErrorKind::Fatal => Failure::Fatal,
                _ => Failure::Failed,
            };
            (error.message().to_owned(), Some(failure))
        }
    };
    ToolRecord { call: call.clone(), content, failure }
}

/// The recorded outcome, if it is of this very call.
fn replay(record: ToolRecord, call: &ToolCall) -> Option<Result<String, ToolError>> {
    let same = record.call.name == call.name && record.call.arguments == call.arguments;
    same.then(|| match record.failure {
        None => Ok(record.content),
        Some(Failure::Stop) => Err(ToolError::stop(record.content)),
        Some(Failure::Fatal) => Err(ToolError::fatal(record.content)),
        Some(Failure::Failed) => Err(ToolError::new(record.content)),
    })
}
