//! Tools and formats, enforced as far as the API's limits go.

use serde_json::{Value, json};

use super::AnthropicWire;
use crate::model::{Request, ResponseFormat, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Object, Written};
use crate::provider::{ProviderError, body, lowered};
use crate::schema::{self, Family, Lowered, StrictCost, Target, strict_cost};

/// Writes the value of `tools`.
pub(super) fn write(wire: &AnthropicWire, request: &Request, out: &mut Vec<u8>) -> Written {
    // One mark covers tools and instructions alike, for tools come first in the prompt.
    let mark = request.settings.prompt_cache && request.instructions.is_none();
    let strict = wire.capabilities.strict_tools && request.settings.constraint == ToolConstraint::Strict;
    let flags = u64::from(mark) | u64::from(strict) << 1;
    body::tools(out, request, &wire.scope(flags), |out| {
        let mut spent = StrictCost::default();
        if let (true, Some(format)) = (strict, &request.response_format) {
            // A format counts as schema, but as no tool.
            spent = StrictCost { tools: 0, ..strict_cost(&lower(format)?.schema) };
        }
        let tools = request.tools.as_slice();
        let last = tools.len().saturating_sub(1);
        json::array(out, tools.iter().enumerate(), |out, (at, tool)| {
            let (schema, strict) = input_schema(tool, strict, &mut spent)?;
            let mut object = Object::open(out);
            object.field("name", &tool.name)?;
            object.field("description", &tool.description)?;
            object.field("input_schema", &schema)?;
            if strict {
                object.field("strict", &true)?;
            }
            if mark && at == last {
                object.field("cache_control", &json!({"type": "ephemeral"}))?;
            }
            object.close();
            Ok(())
        })
    })
}

/// A tool's schema as it is sent, and whether it is enforced: where it fits strict mode, and what all strict
/// schemas of the request cost together stays within the API's limits. The first tools come first.
fn input_schema(
    tool: &ToolDefinition,
    strict: bool,
    spent: &mut StrictCost,
) -> Result<(Value, bool), ProviderError> {
    let refused = |error| lowered::tool_refused(tool, &error);
    if strict {
        let choice = schema::best(&tool.parameters, Family::Anthropic).map_err(refused)?;
        let cost = *spent + strict_cost(&choice.lowered.schema);
        if !choice.strict {
            return Ok((choice.lowered.schema, false));
        }
        if cost.fits() {
            *spent = cost;
            return Ok((choice.lowered.schema, true));
        }
    }
    let lowered = schema::lower(&tool.parameters, Target::AnthropicLoose).map_err(refused)?;
    Ok((lowered.schema, false))
}

/// Writes the value of `output_config.format`.
pub(super) fn write_format(
    wire: &AnthropicWire,
    request: &Request,
    format: &ResponseFormat,
    out: &mut Vec<u8>,
) -> Written {
    body::format(out, request, &wire.scope(0), |out| {
        let mut object = Object::open(out);
        object.field("type", "json_schema")?;
        object.field("schema", &lower(format)?.schema)?;
        object.close();
        Ok(())
    })
}

/// A format is always enforced: there is no loose form of it.
fn lower(format: &ResponseFormat) -> Result<Lowered, ProviderError> {
    schema::lower(&format.schema, Target::AnthropicStrict).map_err(|error| lowered::format_refused(&error))
}
