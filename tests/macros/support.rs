//! Calling a tool as a run would.

use agentkit::output::{Answer, Choice, Output, OutputError, Shape};
use agentkit::{ToolContext, ToolError, ToolSet};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// The context of a call that no run makes.
pub(crate) fn context() -> ToolContext {
    ToolContext::new("call-1", "run-1", 3, CancellationToken::new())
}

/// Calls the tool of this name.
pub(crate) async fn call(tools: &ToolSet, name: &str, arguments: &str) -> Result<String, ToolError> {
    let tool = tools.as_slice().iter().find(|tool| tool.name() == name).expect("the tool is there");
    tool.call(arguments, context()).await
}

/// The message of a call that has to fail.
pub(crate) async fn failure(tools: &ToolSet, name: &str, arguments: &str) -> String {
    call(tools, name, arguments).await.expect_err("the call fails").message().to_owned()
}

/// The choices of an output that is not plain text.
pub(crate) fn choices<T: Output>() -> Vec<Choice> {
    let Shape::Choices(choices) = T::shape() else { panic!("plain text") };
    assert_eq!(choices.len(), T::choice_count());
    choices
}

/// Decodes an answer to the choice at this place.
pub(crate) fn decode<T: Output>(choice: usize, value: &Value) -> Result<T, OutputError> {
    T::decode(Answer::of_json(choice, value))
}
