//! A request as a body.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::models::{Mode, Told, told};
use super::{AnthropicWire, blocks};
use crate::model::{Request, ToolChoice, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::{ProviderError, body, check};

/// The version from which sampling parameters are refused whatever the model.
const NO_SAMPLING_SINCE: &str = "2026-10-21";

pub(super) fn check(wire: &AnthropicWire, request: &Request) -> Result<(), ProviderError> {
    options(wire, request)?;
    let mut messages = request.messages.messages().iter();
    messages.try_for_each(|message| check::message(message, &wire.capabilities, blocks::media))
}

pub(super) fn encode(
    wire: &AnthropicWire,
    request: &Request,
    stream: bool,
) -> Result<Vec<u8>, ProviderError> {
    let told = options(wire, request)?;
    let settings = &*request.settings;
    let mark = settings.prompt_cache.then(|| json!({"type": "ephemeral"}));
    let mut out = Vec::new();
    let mut body = Body::open(&mut out, &settings.extra);
    body.field("model", &wire.model)?;
    body.field("max_tokens", &max_tokens(wire, request, told))?;
    if stream {
        body.field("stream", &true)?;
    }
    if let Some(text) = &request.instructions {
        body.with("system", |out| {
            json::array(out, [text], |out, text| {
                let mut block = Object::open(out);
                block.field("type", "text")?;
                block.field("text", text)?;
                block.option("cache_control", mark.as_ref())?;
                block.close();
                Ok(())
            })
        })?;
    }
    if !request.tools.is_empty() {
        // One mark covers tools and instructions alike, for tools come first in the prompt.
        let mark = mark.as_ref().filter(|_| request.instructions.is_none());
        let constraint = constraint(wire, request);
        let flags = u64::from(mark.is_some()) | u64::from(constraint == ToolConstraint::Strict) << 1;
        body.with("tools", |out| {
            body::tools(out, request, &wire.scope(flags), |out| {
                tools(out, request.tools.as_slice(), constraint, mark)
            })
        })?;
        body.option("tool_choice", tool_choice(request))?;
    }
    body.option("thinking", told.thinking.map(thinking))?;
    body.option("output_config", output_config(request, told))?;
    body.option("temperature", settings.temperature)?;
    body.option("top_p", settings.top_p)?;
    body.option("stop_sequences", Some(&settings.stop).filter(|stop| !stop.is_empty()))?;
    body.option("cache_control", mark.as_ref())?;
    body.with("messages", |out| {
        out.push(b'[');
        body::messages(out, request, &wire.scope(0), |out, all, at| blocks::write(wire, out, &all[at]))?;
        out.push(b']');
        Ok(())
    })?;
    body.close()?;
    Ok(out)
}

/// Checks everything but the messages.
fn options(wire: &AnthropicWire, request: &Request) -> Result<Told, ProviderError> {
    check::request(request, &wire.capabilities)?;
    let settings = &*request.settings;
    let told = told(wire.thinking, wire.effort_scale, settings.effort)?;
    let sampled = [("temperature", settings.temperature), ("top_p", settings.top_p)];
    if let Some((name, _)) = sampled.iter().find(|(_, value)| value.is_some())
        && *wire.version >= *NO_SAMPLING_SINCE
    {
        let why = format!("API version {} takes no sampling parameters", wire.version);
        return Err(ProviderError::unsupported(name, why));
    }
    if settings.seed.is_some() {
        return Err(ProviderError::unsupported("seed", "the provider has none"));
    }
    let Some(budget) = told.budget() else { return Ok(told) };
    if settings.temperature.is_some() {
        return Err(ProviderError::unsupported("temperature", "the model takes none while it thinks"));
    }
    if matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Named(_)) {
        let why = "the model cannot be made to call a tool while it thinks by a budget";
        return Err(ProviderError::unsupported("tool_choice", why));
    }
    if let Some(limit) = settings.max_tokens.filter(|limit| *limit <= budget) {
        let why = format!("it sets {budget} tokens aside for thinking, and `max_tokens` is only {limit}");
        return Err(ProviderError::unsupported("effort", why));
    }
    Ok(told)
}

fn max_tokens(wire: &AnthropicWire, request: &Request, told: Told) -> u32 {
    let default = wire.max_tokens.saturating_add(told.budget().unwrap_or(0));
    request.settings.max_tokens.unwrap_or(default)
}

fn thinking(mode: Mode) -> Value {
    match mode {
        Mode::Disabled => json!({"type": "disabled"}),
        Mode::Adaptive => json!({"type": "adaptive"}),
        Mode::Budget(tokens) => json!({"type": "enabled", "budget_tokens": tokens}),
    }
}

fn output_config(request: &Request, told: Told) -> Option<Value> {
    let mut config = serde_json::Map::new();
    if let Some(effort) = told.effort {
        config.insert("effort".to_owned(), effort.into());
    }
    if let Some(format) = &request.response_format {
        config.insert("format".to_owned(), json!({"type": "json_schema", "schema": &format.schema}));
    }
    (!config.is_empty()).then_some(Value::Object(config))
}

fn tool_choice(request: &Request) -> Option<Value> {
    let mut choice = match &request.tool_choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Named(name) => json!({"type": "tool", "name": name}),
        ToolChoice::None => return Some(json!({"type": "none"})),
    };
    let single = request.settings.parallel_tool_calls == Some(false);
    if single {
        choice["disable_parallel_tool_use"] = true.into();
    }
    (single || request.tool_choice != ToolChoice::Auto).then_some(choice)
}

fn constraint(wire: &AnthropicWire, request: &Request) -> ToolConstraint {
    if wire.capabilities.strict_tools { request.settings.constraint } else { ToolConstraint::None }
}

fn tools(
    out: &mut Vec<u8>,
    tools: &[ToolDefinition],
    constraint: ToolConstraint,
    mark: Option<&Value>,
) -> Written {
    let last = tools.len().saturating_sub(1);
    json::array(out, tools.iter().enumerate(), |out, (at, tool)| {
        let (schema, strict) = schema(&tool.parameters, constraint);
        let mut object = Object::open(out);
        object.field("name", &tool.name)?;
        object.field("description", &tool.description)?;
        object.field("input_schema", &schema)?;
        if strict {
            object.field("strict", &true)?;
        }
        object.option("cache_control", mark.filter(|_| at == last))?;
        object.close();
        Ok(())
    })
}

/// A tool's schema as it is sent, and whether it is enforced.
fn schema(full: &Value, _constraint: ToolConstraint) -> (Cow<'_, Value>, bool) {
    (Cow::Borrowed(full), false)
}
