//! An agent as another's tool.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::Agent;
use crate::__private::schema;
use crate::tool::{Arguments, Tool, ToolContext, ToolError, into_text};
use crate::{ErrorKind, Result};

/// An input that is no object, on the wire as the member `input` of one.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Wrapped<T> {
    /// The input.
    input: T,
}

impl<In, Out> Agent<In, Out>
where
    In: DeserializeOwned + JsonSchema + Send + 'static,
    Out: Serialize + Send + 'static,
{
    /// The agent as a tool of another's. Its arguments have `In`'s own schema; an `In` that is no object is
    /// the one argument `input`.
    ///
    /// What its runs use counts as the other run's. Cancelling that one cancels them. Their errors are told to
    /// the other model, but for a run that waits for a decision, which cannot be gone on with from there and
    /// ends the other run too.
    pub fn into_tool(self, name: impl Into<Arc<str>>, description: impl Into<Arc<str>>) -> Tool {
        let own = schema::<In>();
        let object = own.get("type").and_then(Value::as_str) == Some("object");
        let parameters = if object { own } else { schema::<Wrapped<In>>() };
        Tool::from_schema(name, description, parameters, move |arguments, context| {
            let agent = self.clone();
            let input = read(arguments, object);
            Box::pin(async move { agent.called(input?, &context).await })
        })
    }

    async fn called(&self, input: In, context: &ToolContext) -> Result<String, ToolError> {
        let ended = self.prepare(input).cancel_on(context.cancellation().clone()).run().await;
        match ended {
            Ok(run) => {
                context.count_usage(run.usage);
                into_text(&run.output)
            }
            Err(error) => {
                context.count_usage(error.report().usage);
                Err(match error.kind() {
                    ErrorKind::Pending => ToolError::fatal(&error),
                    _ => ToolError::new(&error),
                }
                .with_source(error))
            }
        }
    }
}

fn read<In: DeserializeOwned>(arguments: Arguments, object: bool) -> Result<In, ToolError> {
    if object { arguments.decode() } else { arguments.decode::<Wrapped<In>>().map(|wrapped| wrapped.input) }
}
