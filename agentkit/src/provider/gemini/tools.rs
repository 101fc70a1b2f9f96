//! Tools and formats.

use serde_json::{Value, json};

use super::GeminiWire;
use crate::model::{Request, ResponseFormat, ToolChoice, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Object, Written};
use crate::provider::plan::{self, NOT_ASKED, Sent};
use crate::provider::{ProviderError, SchemaPlan, body, lowered};
use crate::schema::Target;

pub(super) fn write_tools(wire: &GeminiWire, request: &Request, out: &mut Vec<u8>) -> Written {
    body::tools(out, request, &wire.scope(0), |out| declarations(out, request.tools.as_slice()))
}

pub(super) fn write_format(
    wire: &GeminiWire,
    request: &Request,
    format: &ResponseFormat,
    out: &mut Vec<u8>,
) -> Written {
    body::format(out, request, &wire.scope(0), |out| json::value(out, &format_schema(format)?.schema))
}

/// How the schemas of a request go out. A call that is forced (`ANY`) is held to its schema, and one that is
/// not where the model has the mode `VALIDATED` and it is asked for.
pub(super) fn plan(wire: &GeminiWire, request: &Request) -> Vec<SchemaPlan> {
    let forced = matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Named(_));
    let reason = match (forced, request.settings.constraint) {
        (false, ToolConstraint::None) => Some(NOT_ASKED),
        (false, _) if !wire.capabilities.strict_tools => Some("the model has no mode `VALIDATED`"),
        _ => None,
    };
    plan::of(request, |tool| parameters(tool, reason), format_schema)
}

/// A tool's schema as it is sent; as a hint for `reason`, if there is one.
fn parameters(tool: &ToolDefinition, reason: Option<&str>) -> Result<Sent, ProviderError> {
    let sent = match reason {
        Some(reason) => Sent::hint(&tool.parameters, Target::Gemini, reason),
        None => Sent::held(&tool.parameters, Target::Gemini, ToolConstraint::Strict),
    };
    sent.map_err(|error| lowered::tool_refused(tool, &error))
}

fn format_schema(format: &ResponseFormat) -> Result<Sent, ProviderError> {
    let sent = Sent::held(&format.schema, Target::Gemini, ToolConstraint::Strict);
    sent.map_err(|error| lowered::format_refused(&error))
}

pub(super) fn calling(wire: &GeminiWire, request: &Request) -> Value {
    let strict = wire.capabilities.strict_tools && request.settings.constraint == ToolConstraint::Strict;
    match &request.tool_choice {
        ToolChoice::Auto if strict => json!({"mode": "VALIDATED"}),
        ToolChoice::Auto => json!({"mode": "AUTO"}),
        ToolChoice::Required => json!({"mode": "ANY"}),
        ToolChoice::Named(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
        ToolChoice::None => json!({"mode": "NONE"}),
    }
}

fn declarations(out: &mut Vec<u8>, tools: &[ToolDefinition]) -> Written {
    json::array(out, [tools], |out, tools| {
        let mut object = Object::open(out);
        json::array(object.key("functionDeclarations"), tools, |out, tool| {
            let mut object = Object::open(out);
            object.field("name", &tool.name)?;
            object.field("description", &tool.description)?;
            object.field("parametersJsonSchema", &parameters(tool, None)?.schema)?;
            object.close();
            Ok(())
        })?;
        object.close();
        Ok(())
    })
}
