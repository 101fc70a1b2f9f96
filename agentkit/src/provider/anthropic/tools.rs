//! Tools and formats, enforced as far as the API's limits go.

use serde_json::json;

use super::AnthropicWire;
use crate::model::{Request, ResponseFormat, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Object, Written};
use crate::provider::plan::{self, NO_STRICT_MODE, NOT_ASKED, Sent};
use crate::provider::{ProviderError, SchemaPlan, body, lowered};
use crate::schema::{Family, StrictCost, Target, strict_cost};

/// The reason of a hint where strict mode would take the schema by itself.
const LIMIT: &str = "the strict schemas before it reach the limits of one request \
                     (20 tools, 24 optional properties, 16 unions)";

/// Writes the value of `tools`.
pub(super) fn write(wire: &AnthropicWire, request: &Request, out: &mut Vec<u8>) -> Written {
    // One mark covers tools and instructions alike, for tools come first in the prompt.
    let mark = request.settings.prompt_cache && request.instructions.is_none();
    let strict = is_strict(wire, request);
    let flags = u64::from(mark) | u64::from(strict) << 1;
    body::tools(out, request, &wire.scope(flags), |out| {
        let mut spent = spent_by_format(request, strict)?;
        let tools = request.tools.as_slice();
        let last = tools.len().saturating_sub(1);
        json::array(out, tools.iter().enumerate(), |out, (at, tool)| {
            let outgoing = input_schema(tool, strict, &mut spent, NOT_ASKED)?;
            let mut object = Object::open(out);
            object.field("name", &tool.name)?;
            object.field("description", &tool.description)?;
            object.field("input_schema", &outgoing.schema)?;
            if outgoing.is_strict() {
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

/// Whether strict mode is asked for and there is one.
fn is_strict(wire: &AnthropicWire, request: &Request) -> bool {
    wire.capabilities.strict_tools && request.settings.constraint == ToolConstraint::Strict
}

/// What the format of a request leaves of its limits: it counts as schema, but as no tool.
fn spent_by_format(request: &Request, strict: bool) -> Result<StrictCost, ProviderError> {
    match &request.response_format {
        Some(format) if strict => Ok(StrictCost { tools: 0, ..strict_cost(&lower(format)?.schema) }),
        _ => Ok(StrictCost::default()),
    }
}

/// How the schemas of a request go out.
pub(super) fn plan(wire: &AnthropicWire, request: &Request) -> Vec<SchemaPlan> {
    let strict = is_strict(wire, request);
    let mut spent = spent_by_format(request, strict).unwrap_or_default();
    let reason = if wire.capabilities.strict_tools { NOT_ASKED } else { NO_STRICT_MODE };
    plan::of(request, |tool| input_schema(tool, strict, &mut spent, reason), lower)
}

/// A tool's schema as it is sent: enforced where it fits strict mode, and what all strict schemas of the request
/// cost together stays within the API's limits. The first tools come first. `reason` is why none is enforced.
fn input_schema(
    tool: &ToolDefinition,
    strict: bool,
    spent: &mut StrictCost,
    reason: &str,
) -> Result<Sent, ProviderError> {
    let refused = |error| lowered::tool_refused(tool, &error);
    let mut reason = reason;
    if strict {
        let best = Sent::best(&tool.parameters, Family::Anthropic).map_err(refused)?;
        let cost = *spent + strict_cost(&best.schema);
        if !best.is_strict() {
            return Ok(best);
        }
        if cost.fits() {
            *spent = cost;
            return Ok(best);
        }
        reason = LIMIT;
    }
    Sent::hint(&tool.parameters, Target::AnthropicLoose, reason).map_err(refused)
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
fn lower(format: &ResponseFormat) -> Result<Sent, ProviderError> {
    let sent = Sent::held(&format.schema, Target::AnthropicStrict, ToolConstraint::Strict);
    sent.map_err(|error| lowered::format_refused(&error))
}
