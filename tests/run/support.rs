//! Agents, tools and checks that several tests share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use agentkit::agent::AgentBuilder;
use agentkit::message::{Message, ToolResult};
use agentkit::output::Output;
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, Error, Run, Tool, ToolError, ToolSet, Transcript, agent_output};
use serde_json::json;

/// A verdict.
#[agent_output]
#[derive(Debug, PartialEq, Clone)]
pub struct Verdict {
    /// How good it is.
    pub score: i64,
}

/// Why there is no verdict.
#[agent_output]
#[derive(Debug, PartialEq, Clone)]
pub struct NoVerdict {
    /// What is missing.
    pub reason: String,
}

/// What the customer wants.
#[agent_output]
#[derive(Debug, PartialEq, Clone)]
pub enum Intent {
    /// Money back.
    Refund {
        /// The order's number.
        order: u32,
    },
    /// Unhappy.
    Complaint {
        /// About what.
        about: String,
    },
    /// Anything else.
    General,
}

/// An agent of text to `Out` over the replies.
pub fn agent<Out: Output>(replies: impl IntoIterator<Item = Reply>) -> AgentBuilder<String, Out> {
    Agent::builder(Scripted::new(replies))
}

/// The stop call of a [`Verdict`].
pub fn verdict(score: i64) -> Reply {
    Reply::call("stop", json!({ "score": score }))
}

/// A tool's arguments.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Any text.
    pub text: String,
}

/// A tool that gives its argument back in capitals.
pub fn shout() -> Tool {
    Tool::new(
        "shout",
        "Shouts.",
        |Text { text }: Text| async move { Ok::<_, ToolError>(text.to_uppercase()) },
    )
}

/// A tool that always fails.
pub fn fail() -> Tool {
    Tool::new("fail", "Fails.", |Text { text }: Text| async move { Err::<String, _>(ToolError::new(text)) })
}

/// A tool that panics.
pub fn panic() -> Tool {
    Tool::new("panic", "Panics.", |Text { text }: Text| async move {
        if !text.is_empty() {
            panic!("{text}");
        }
        Ok::<_, ToolError>(String::new())
    })
}

/// A tool that ends the run as failed.
pub fn fatal() -> Tool {
    Tool::new(
        "fatal",
        "Ends it.",
        |Text { text }: Text| async move { Err::<String, _>(ToolError::fatal(text)) },
    )
}

/// A tool that stops the run.
pub fn halt() -> Tool {
    Tool::new(
        "halt",
        "Stops it.",
        |Text { text }: Text| async move { Err::<String, _>(ToolError::stop(text)) },
    )
}

/// A tool that never returns.
pub fn hang() -> Tool {
    Tool::new("hang", "Hangs.", |_: Text| async move {
        std::future::pending::<()>().await;
        Ok::<_, ToolError>(String::new())
    })
}

/// A tool that fails its first `times` calls.
pub fn flaky(times: usize) -> Tool {
    let calls = Arc::new(AtomicUsize::new(0));
    Tool::new("flaky", "Fails at first.", move |Text { text }: Text| {
        let call = calls.fetch_add(1, Ordering::SeqCst);
        async move { if call < times { Err(ToolError::new("not yet")) } else { Ok(text) } }
    })
}

/// A tool that notes its calls.
pub fn spy() -> (Tool, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&seen);
    let tool = Tool::new("spy", "Notes.", move |Text { text }: Text| {
        notes.lock().unwrap().push(text.clone());
        async move { Ok::<_, ToolError>(text) }
    });
    (tool, seen)
}

pub fn tools(tools: impl IntoIterator<Item = Tool>) -> ToolSet {
    tools.into_iter().collect()
}

/// The arguments of the tools above.
pub fn text(text: &str) -> serde_json::Value {
    json!({ "text": text })
}

pub trait Ask<Out> {
    /// Runs on a fixed input, and checks what holds for every run.
    async fn ask(&self) -> Result<Run<Out>, Error>;
}

impl<Out: Send + 'static> Ask<Out> for Agent<String, Out> {
    async fn ask(&self) -> Result<Run<Out>, Error> {
        let ended = self.run("go".to_owned()).await;
        match &ended {
            Ok(run) => assert_closed(&run.transcript),
            Err(error) => assert_closed(&error.report().transcript),
        }
        ended
    }
}

/// The run's error.
pub async fn error<Out: Send + 'static>(agent: &Agent<String, Out>) -> Error {
    match agent.ask().await {
        Ok(_) => panic!("the run was to fail"),
        Err(error) => error,
    }
}

/// Checks that each call has exactly one result, in the message after it, in call order, and that ids are
/// unique and messages not empty.
pub fn assert_closed(transcript: &Transcript) {
    let messages = transcript.messages();
    let mut ids = std::collections::HashSet::new();
    for (place, message) in messages.iter().enumerate() {
        let calls: Vec<_> = message.tool_calls().map(|call| call.id.as_str()).collect();
        for id in &calls {
            assert!(!id.is_empty() && ids.insert((*id).to_owned()), "the id {id:?} is empty or there twice");
        }
        let results: Vec<_> = match messages.get(place + 1).map(|next| &**next) {
            Some(Message::Tool(tool)) => tool.results.iter().map(|result| result.call_id.as_str()).collect(),
            _ => Vec::new(),
        };
        assert_eq!(calls, results, "the results after message {place} are not those of its calls");
        if let Message::Assistant(assistant) = &**message {
            assert!(!assistant.parts.is_empty(), "message {place} is empty");
        }
    }
}

/// All results, as `name: content`, with a `!` where they are errors.
pub fn results(transcript: &Transcript) -> Vec<String> {
    transcript.tool_results().map(shown).collect()
}

fn shown(result: &ToolResult) -> String {
    let mark = if result.is_error { "!" } else { "" };
    format!("{}{mark}: {}", result.name, result.content)
}

/// The text of the last message that the user or the run itself wrote.
pub fn last_told(transcript: &Transcript) -> String {
    let told = transcript.messages().iter().rev().find_map(|message| match &**message {
        Message::User(user) => Some(user.text()),
        _ => None,
    });
    told.unwrap_or_default()
}
