//! What tools take and return.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::ToolError;

/// A type that a tool can take as an argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool argument",
    label = "not a tool argument",
    note = "a tool argument implements `serde::de::DeserializeOwned` and `schemars::JsonSchema`"
)]
pub trait ToolArg: DeserializeOwned + JsonSchema + Send {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send> ToolArg for T {}

/// A type that a tool can return. Text goes to the model as it is, `()` as `done`, all else as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "not a tool result",
    note = "a tool returns a `serde::Serialize` value, or a `Result` of one with an `Err` that implements `Display`"
)]
pub trait ToolValue: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ToolValue for T {}

/// What the model is told of a returned value.
pub(crate) fn into_text<T: ToolValue>(value: T) -> Result<String, ToolError> {
    serde_json::to_string(&value)
        .map_err(|error| ToolError::fatal(format_args!("the result does not serialise: {error}")))
        .map(unquote)
}

/// A JSON string as its text, `null` as `done`; anything else stays.
fn unquote(json: String) -> String {
    if json == "null" {
        return "done".to_owned();
    }
    if json.starts_with('"')
        && let Ok(text) = serde_json::from_str(&json)
    {
        return text;
    }
    json
}
