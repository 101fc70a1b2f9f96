//! A model played by a script, for tests and for running without a model.

mod pieces;

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Provider, ProviderError, ProviderErrorKind, ResponseStream, check};
use crate::message::{AssistantMessage, AssistantPart, ToolCall};
use crate::model::{Capabilities, FinishReason, Request, Response, Usage};

/// A provider that plays a script: a list of replies, or a function of the request.
///
/// It goes through the very loop that real providers do. When the list runs out it fails with
/// [`ProviderErrorKind::Script`] and says how many replies it had.
///
/// ```
/// use agentkit::{Agent, provider::{Reply, Scripted}};
///
/// # async fn doc() -> agentkit::Result<()> {
/// let model = Scripted::new([Reply::text("Hello.")]);
/// let agent: Agent<String, String> = Agent::builder(model).build()?;
/// assert_eq!(agent.run("Say hello.".to_owned()).await?.output, "Hello.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Scripted {
    inner: Arc<Inner>,
    capabilities: Option<Arc<Capabilities>>,
}

struct Inner {
    script: Script,
    seen: Mutex<Vec<Request>>,
}

type Play = dyn Fn(&Request) -> Result<Reply, ProviderError> + Send + Sync;

enum Script {
    List { replies: Mutex<VecDeque<Reply>>, total: usize },
    Function(Box<Play>),
}

/// One reply of a [`Scripted`] model.
#[derive(Clone, Debug)]
pub struct Reply {
    parts: Vec<AssistantPart>,
    finish: Option<FinishReason>,
    usage: Usage,
}

impl Reply {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of([AssistantPart::text(text)])
    }

    /// One call, with `arguments` as JSON text. Its id is made from its place in the conversation.
    pub fn call(name: impl Into<String>, arguments: impl fmt::Display) -> Self {
        Self::of([]).and_call(name, arguments)
    }

    /// A refusal in the model's words.
    pub fn refusal(text: impl Into<String>) -> Self {
        Self::of([AssistantPart::Refusal(text.into())])
    }

    /// Any parts at all.
    pub fn of(parts: impl IntoIterator<Item = AssistantPart>) -> Self {
        Self { parts: parts.into_iter().collect(), finish: None, usage: Usage::new(0, 0) }
    }

    /// Adds a call.
    #[must_use]
    pub fn and_call(mut self, name: impl Into<String>, arguments: impl fmt::Display) -> Self {
        self.parts.push(AssistantPart::ToolCall(ToolCall::new("", name, arguments.to_string())));
        self
    }

    /// Sets why the model stopped, instead of what follows from the parts.
    #[must_use]
    pub fn finish(mut self, finish: FinishReason) -> Self {
        self.finish = Some(finish);
        self
    }

    /// Sets the tokens used, which are 0 and 0 otherwise.
    #[must_use]
    pub fn usage(mut self, input: u64, output: u64) -> Self {
        self.usage = Usage::new(input, output);
        self
    }

    /// The reply as a provider's response; `turn` makes the ids of calls that have none.
    fn into_response(mut self, turn: usize) -> Response {
        let mut calls = 0;
        let mut refused = false;
        for part in &mut self.parts {
            match part {
                AssistantPart::ToolCall(call) => {
                    calls += 1;
                    if call.id.is_empty() {
                        call.id = format!("call_{turn}_{calls}");
                    }
                }
                AssistantPart::Refusal(_) => refused = true,
                _ => {}
            }
        }
        let finish = self.finish.unwrap_or(match (refused, calls) {
            (true, _) => FinishReason::Refusal,
            (false, 0) => FinishReason::Stop,
            (false, _) => FinishReason::ToolCalls,
        });
        Response::new(AssistantMessage::new(self.parts), finish, Some(self.usage))
    }
}

impl Scripted {
    /// Plays `replies` in order.
    pub fn new(replies: impl IntoIterator<Item = Reply>) -> Self {
        let replies: VecDeque<_> = replies.into_iter().collect();
        let total = replies.len();
        Self::from_script(Script::List { replies: Mutex::new(replies), total })
    }

    /// Answers each request by `play`.
    pub fn from_fn(play: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::try_from_fn(move |request| Ok(play(request)))
    }

    /// Answers each request by `play`, which may fail as a provider does.
    pub fn try_from_fn(
        play: impl Fn(&Request) -> Result<Reply, ProviderError> + Send + Sync + 'static,
    ) -> Self {
        Self::from_script(Script::Function(Box::new(play)))
    }

    fn from_script(script: Script) -> Self {
        Self { inner: Arc::new(Inner { script, seen: Mutex::default() }), capabilities: None }
    }

    /// Plays a model that takes what `change` says, and refuses all else as such a model's provider does. It
    /// takes what a plain chat model with tools takes otherwise, and refuses nothing.
    #[must_use]
    pub fn with_capabilities(mut self, change: impl FnOnce(&mut Capabilities)) -> Self {
        change(Arc::make_mut(self.capabilities.get_or_insert_default()));
        self
    }

    /// The requests so far, oldest first, to look at in a test.
    pub fn requests(&self) -> Vec<Request> {
        self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tool calls that the model made and was told the results of, oldest first: of each conversation that
    /// it saw, those of its longest request.
    ///
    /// ```
    /// # use agentkit::{Agent, Tool, ToolError, provider::{Reply, Scripted}};
    /// # async fn doc() -> agentkit::Result<()> {
    /// let model = Scripted::new([Reply::call("now", "{}"), Reply::text("Noon.")]);
    /// # let now = Tool::from_schema("now", "The time.", serde_json::json!({"type": "object", "properties": {}}),
    /// #     |_, _| Box::pin(async { Ok::<_, ToolError>("12:00".to_owned()) }));
    /// let agent: Agent<String, String> = Agent::builder(model.clone()).tools(now).build()?;
    /// agent.run("What time is it?".to_owned()).await?;
    /// model.assert_calls(["now"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn calls(&self) -> Vec<ToolCall> {
        let requests = self.requests();
        let ends = requests.iter().enumerate().filter(|(at, request)| {
            let next = requests.get(at + 1).map_or(0, |next| next.messages.len());
            next <= request.messages.len()
        });
        ends.flat_map(|(_, request)| request.messages.tool_calls().cloned().collect::<Vec<_>>()).collect()
    }

    /// Asserts which tools were called, in order; see [`calls`](Self::calls).
    ///
    /// # Panics
    /// If other ones were, or in another order; the message has the calls with their arguments.
    #[track_caller]
    pub fn assert_calls<'n>(&self, names: impl IntoIterator<Item = &'n str>) {
        let calls = self.calls();
        let made: Vec<_> = calls.iter().map(|call| call.name.as_str()).collect();
        let wanted: Vec<_> = names.into_iter().collect();
        let shown: Vec<_> = calls.iter().map(|call| format!("{}({})", call.name, call.arguments)).collect();
        assert!(made == wanted, "the calls were to be {wanted:?}, and were {}", shown.join(", "));
    }

    fn play(&self, request: &Request) -> Result<Reply, ProviderError> {
        match &self.inner.script {
            Script::Function(play) => play(request),
            Script::List { replies, total } => {
                let reply = replies.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                reply.ok_or_else(|| {
                    let message =
                        format!("the script ran out: it had {total} replies, and one more was asked for");
                    ProviderError::new(ProviderErrorKind::Script, message).with_provider("scripted")
                })
            }
        }
    }
}

impl Provider for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn model(&self) -> &'static str {
        "scripted"
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities.as_deref().cloned().unwrap_or_default()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.capabilities.as_deref().map_or(Ok(()), |capabilities| check::request(request, capabilities))
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        let turn = {
            let mut seen = self.inner.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.push(request.clone());
            seen.len()
        };
        self.play(request).map(|reply| reply.into_response(turn))
    }

    /// Streams the reply in pieces of a few characters.
    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        self.complete(request).await.map(pieces::stream)
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted").field("requests", &self.requests().len()).finish_non_exhaustive()
    }
}
