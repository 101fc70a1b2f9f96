//! Schemas as they are sent.

use super::ProviderError;
use crate::model::ToolDefinition;
use crate::schema::LowerError;

/// A tool whose arguments' schema the provider takes in no form.
pub(crate) fn tool_refused(tool: &ToolDefinition, error: &LowerError) -> ProviderError {
    ProviderError::unsupported("tools", format_args!("tool `{}`: {error}", tool.name))
}

/// A response format that the provider takes in no form, or cannot enforce.
pub(crate) fn format_refused(error: &LowerError) -> ProviderError {
    ProviderError::unsupported("response_format", error)
}
