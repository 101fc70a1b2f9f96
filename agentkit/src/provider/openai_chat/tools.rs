//! Tools and schemas, in the form that strict mode takes where they fit it.

use std::borrow::Cow;

use serde_json::Value;

use crate::model::ToolDefinition;
use crate::provider::ProviderError;
use crate::provider::json::{Object, Written};

/// A schema as it is sent.
pub(super) struct Sent<'a> {
    pub(super) schema: Cow<'a, Value>,
    /// Whether the provider is to enforce it.
    pub(super) strict: bool,
}

/// The schema of a tool's arguments as it is sent.
fn tool_schema(tool: &ToolDefinition, _strict: bool) -> Sent<'_> {
    Sent { schema: Cow::Borrowed(&*tool.parameters), strict: false }
}

/// The schema of a reply as it is sent.
pub(super) fn response_schema(schema: &Value, _strict: bool) -> Result<Sent<'_>, ProviderError> {
    Ok(Sent { schema: Cow::Borrowed(schema), strict: false })
}

/// Writes one tool.
pub(super) fn write(out: &mut Vec<u8>, tool: &ToolDefinition, strict: bool) -> Written {
    let sent = tool_schema(tool, strict);
    let mut object = Object::open(out);
    object.field("type", "function")?;
    let mut function = Object::open(object.key("function"));
    function.field("name", &*tool.name)?;
    function.field("description", &*tool.description)?;
    function.field("parameters", &*sent.schema)?;
    if sent.strict {
        function.field("strict", &true)?;
    }
    function.close();
    object.close();
    Ok(())
}
