//! Keeping a long conversation within the model's window.

use std::fmt;
use std::sync::Arc;

use super::Agent;
use super::drive::Drive;
use super::entry::Entry;
use crate::Result;
use crate::message::{AssistantPart, Message, ToolMessage, ToolResult};

/// How a conversation that grows too long is cut down before the next request.
///
/// Only what is sent is cut; the run's own transcript stays whole. A call and its result stay or go together,
/// and the first message, which has the task, always stays. Off unless set.
#[derive(Clone)]
pub struct Window {
    edit: Edit,
    keep: usize,
    over: Over,
}

#[derive(Clone)]
enum Edit {
    DropOldest,
    ClearResults,
    Summarise(Agent<String, String>),
}

#[derive(Clone, Copy, Debug)]
enum Over {
    Messages(usize),
    Tokens(u64),
}

impl Window {
    /// Drops the oldest exchanges but for the last `keep`. An exchange is one message, with the results of
    /// its calls.
    pub fn drop_oldest(keep: usize) -> Self {
        Self { edit: Edit::DropOldest, keep, over: Over::Messages(keep.saturating_mul(4)) }
    }

    /// Clears the contents of all tool results but for those of the last `keep` turns.
    pub fn clear_results(keep: usize) -> Self {
        Self { edit: Edit::ClearResults, keep, over: Over::Messages(keep.saturating_mul(4)) }
    }

    /// Puts a summary by `agent` in the place of all exchanges but for the last `keep`. The agent is given
    /// the exchanges as text; what it uses counts as the run's.
    pub fn summarise(agent: Agent<String, String>, keep: usize) -> Self {
        Self { edit: Edit::Summarise(agent), keep, over: Over::Messages(keep.saturating_mul(4)) }
    }

    /// Sets beyond how many messages the conversation is cut down; four times what is kept unless set.
    #[must_use]
    pub fn over_messages(mut self, messages: usize) -> Self {
        self.over = Over::Messages(messages);
        self
    }

    /// Cuts the conversation down once a request took more than `tokens`, as the provider counts them.
    #[must_use]
    pub fn over_tokens(mut self, tokens: u64) -> Self {
        self.over = Over::Tokens(tokens);
        self
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edit = match self.edit {
            Edit::DropOldest => "drop_oldest",
            Edit::ClearResults => "clear_results",
            Edit::Summarise(_) => "summarise",
        };
        f.debug_struct("Window")
            .field("edit", &edit)
            .field("keep", &self.keep)
            .field("over", &self.over)
            .finish()
    }
}

impl Drive<'_> {
    /// Cuts the conversation down, if it has grown too long.
    pub(super) async fn trim(&mut self) -> Result<()> {
        let Some(window) = &self.core.window else { return Ok(()) };
        let messages = self.request.messages.messages();
        let over = match window.over {
            Over::Messages(limit) => messages.len() > limit,
            Over::Tokens(limit) => self.last_input > limit,
        };
        if !over {
            return Ok(());
        }
        self.last_input = 0;
        let cut = match &window.edit {
            Edit::ClearResults => cleared(messages, window.keep),
            Edit::DropOldest => dropped(messages, window.keep).map(|(_, end)| rejoined(messages, None, end)),
            Edit::Summarise(agent) => match dropped(messages, window.keep) {
                Some((start, end)) => {
                    let old = messages.get(start..end).unwrap_or_default();
                    let summary = self.summary(agent, told(old)).await?;
                    Some(rejoined(self.request.messages.messages(), Some(summary), end))
                }
                None => None,
            },
        };
        if let Some(cut) = cut {
            let whole = std::mem::replace(&mut self.request.messages, cut.into());
            self.whole.get_or_insert(whole);
        }
        Ok(())
    }

    async fn summary(&mut self, agent: &Agent<String, String>, old: String) -> Result<String> {
        let mut context = self.context.stage(format_args!("summary-{}", self.report.turns));
        context.events = None;
        let ended = agent.step.run(Entry::of(old), &context).await;
        let usage = match &ended {
            Ok(run) => run.usage,
            Err(error) => error.report().usage,
        };
        self.report.usage += usage;
        Ok(ended?.output)
    }
}

/// The messages after the first that are not among the last `keep` exchanges, as a range; none if empty.
fn dropped(messages: &[Arc<Message>], keep: usize) -> Option<(usize, usize)> {
    let starts = (1..messages.len())
        .filter(|&at| messages.get(at).is_some_and(|message| !matches!(**message, Message::Tool(_))));
    let starts: Vec<_> = starts.collect();
    let kept = starts.len().checked_sub(keep)?;
    let end = starts.get(kept).copied().unwrap_or(messages.len());
    (end > 1).then_some((1, end))
}

/// The first message, a summary if there is one, and all from `end` on.
fn rejoined(messages: &[Arc<Message>], summary: Option<String>, end: usize) -> Vec<Arc<Message>> {
    let summary =
        summary.map(|text| Arc::new(Message::user(format!("A summary of what came before:\n{text}"))));
    let first = messages.first().cloned();
    first.into_iter().chain(summary).chain(messages.iter().skip(end).cloned()).collect()
}

/// The messages with the contents of old results cleared; none if there are none to clear.
fn cleared(messages: &[Arc<Message>], keep: usize) -> Option<Vec<Arc<Message>>> {
    let tool_messages = messages.iter().filter(|message| matches!(***message, Message::Tool(_))).count();
    let mut old = tool_messages.checked_sub(keep).filter(|old| *old > 0)?;
    let clear = |message: &Arc<Message>| match &**message {
        Message::Tool(tool) if old > 0 => {
            old -= 1;
            let results = tool
                .results
                .iter()
                .map(|result| ToolResult { content: "(cleared, to save room)".to_owned(), ..result.clone() });
            Arc::new(Message::Tool(ToolMessage { results: results.collect(), note: tool.note.clone() }))
        }
        _ => Arc::clone(message),
    };
    Some(messages.iter().map(clear).collect())
}

/// Messages as text, for an agent that sums them up.
fn told(messages: &[Arc<Message>]) -> String {
    let mut lines = Vec::new();
    for message in messages {
        match &**message {
            Message::User(user) => lines.push(format!("user: {}", user.text())),
            Message::Assistant(assistant) => {
                for part in &assistant.parts {
                    match part {
                        AssistantPart::Text(text) => lines.push(format!("assistant: {}", text.text)),
                        AssistantPart::ToolCall(call) => {
                            lines.push(format!("assistant calls {}: {}", call.name, call.arguments));
                        }
                        _ => {}
                    }
                }
            }
            Message::Tool(tool) => {
                for result in &tool.results {
                    lines.push(format!("result of {}: {}", result.name, result.content));
                }
            }
        }
    }
    lines.join("\n")
}
