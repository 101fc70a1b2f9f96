//! One question to a model, outside of any agent.

mod converse;
mod form;

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use self::form::Wanted;
use crate::model::{ResponseFormat, Settings};
use crate::output::{Answer, OutputError};
use crate::provider::DynProvider;
use crate::{BoxFuture, Message, Output, Provider, Result, Run, Transcript};

/// Asks a model for a `T`, without tools and without a loop.
///
/// The answer is had by the provider's structured output where it has one and takes the schema, else by a tool
/// that the model is made to call. Where it cannot be made to, it is told to, and told again if it does not.
///
/// ```
/// use agentkit::provider::{Reply, Scripted};
/// use agentkit::{Message, agent_output, ask};
///
/// /// A city.
/// #[agent_output]
/// struct City {
///     /// Its name.
///     name: String,
/// }
///
/// # async fn doc() -> agentkit::Result<()> {
/// let model = Scripted::new([Reply::call("answer", r#"{"name": "Paris"}"#)]);
/// let run = ask::<City>(&model, [Message::user("The capital of France?")]).await?;
/// assert_eq!(run.output.name, "Paris");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// By [`ErrorKind`](crate::ErrorKind): `Build` if the provider takes the question in no form, and nothing was
/// sent; `Refused`, `Filtered` and `Truncated` if the model declined, a filter withheld the reply or it was cut;
/// `Parse` if no answer was of the shape within the retries; `Incomplete` if the model answered nothing, or in
/// text where a call was due; `Provider` if the provider failed. The error's report has transcript and usage.
pub fn ask<T: Output>(
    provider: &impl Provider,
    messages: impl IntoIterator<Item = impl Into<Arc<Message>>>,
) -> Ask<'_, T> {
    Ask::new(provider, messages, Wanted::Shape(T::shape()), T::decode)
}

/// Asks a model for a `T` in plain text: the schema stands in the system prompt, and the provider has to know
/// nothing of it. The reply is read leniently, and a wrong one goes back to the model with what is wrong in it.
///
/// # Errors
/// As for [`ask`].
pub fn ask_prompted<T: Output>(
    provider: &impl Provider,
    messages: impl IntoIterator<Item = impl Into<Arc<Message>>>,
) -> Ask<'_, T> {
    ask(provider, messages).prompted()
}

/// Asks a model for a value of a schema that is known only when the program runs.
///
/// The name has to be of `[a-zA-Z0-9_-]`, at most 64 characters. A schema whose root is no object travels in
/// one; the value comes out without it.
///
/// ```
/// use agentkit::model::ResponseFormat;
/// use agentkit::provider::{Reply, Scripted};
/// use agentkit::{Message, ask_value};
/// use serde_json::json;
///
/// # async fn doc() -> agentkit::Result<()> {
/// let model = Scripted::new([Reply::call("primes", r#"{"result": [2, 3, 5]}"#)]);
/// let schema = json!({ "type": "array", "items": { "type": "integer" } });
/// let format = ResponseFormat::new("primes", schema);
/// let run = ask_value(&model, [Message::user("The first three primes?")], format).await?;
/// assert_eq!(run.output, json!([2, 3, 5]));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As for [`ask`]; a name that is not allowed or a schema that cannot be used is a `Build`.
pub fn ask_value(
    provider: &impl Provider,
    messages: impl IntoIterator<Item = impl Into<Arc<Message>>>,
    format: ResponseFormat,
) -> Ask<'_, Value> {
    Ask::new(provider, messages, Wanted::Format(format), |answer| answer.json())
}

/// A question that has not been asked; await it. Made by [`ask`], [`ask_prompted`] and [`ask_value`].
#[must_use = "nothing is asked until it is awaited"]
pub struct Ask<'p, T> {
    provider: &'p dyn DynProvider,
    messages: Transcript,
    instructions: Option<String>,
    settings: Settings,
    prompted: bool,
    retries: u32,
    wanted: Wanted,
    decode: fn(Answer<'_>) -> Result<T, OutputError>,
}

impl<'p, T> Ask<'p, T> {
    fn new(
        provider: &'p impl Provider,
        messages: impl IntoIterator<Item = impl Into<Arc<Message>>>,
        wanted: Wanted,
        decode: fn(Answer<'_>) -> Result<T, OutputError>,
    ) -> Self {
        let messages: Vec<_> = messages.into_iter().map(Into::into).collect();
        Self {
            provider,
            messages: messages.into(),
            instructions: None,
            settings: Settings::default(),
            prompted: false,
            retries: 2,
            wanted,
            decode,
        }
    }

    /// Sets the standing instructions (the system prompt).
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets all settings of the model's.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Has the schema stand in the system prompt, and nothing on the provider's side.
    pub fn prompted(mut self) -> Self {
        self.prompted = true;
        self
    }

    /// Sets how often the model may be told what is wrong with its answer, and answer again; 2 unless set. It
    /// is told at most 2,000 characters at a time.
    pub fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }
}

impl<'p, T: Send + 'static> IntoFuture for Ask<'p, T> {
    type Output = Result<Run<T>>;
    type IntoFuture = BoxFuture<'p, Result<Run<T>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(converse::run(self))
    }
}

impl<T> fmt::Debug for Ask<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("provider", &self.provider.name())
            .field("model", &self.provider.model())
            .field("messages", &self.messages.len())
            .finish_non_exhaustive()
    }
}
