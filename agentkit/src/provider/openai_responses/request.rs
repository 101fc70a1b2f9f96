//! A request as a body.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{OpenAiResponsesWire, items};
use crate::model::{Request, ResponseFormat, ToolChoice, ToolConstraint, ToolDefinition};
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::{ProviderError, body, check};

pub(super) fn check(wire: &OpenAiResponsesWire, request: &Request) -> Result<(), ProviderError> {
    options(wire, request)?;
    let mut messages = request.messages.messages().iter();
    messages.try_for_each(|message| check::message(message, &wire.capabilities, items::media))
}

pub(super) fn encode(
    wire: &OpenAiResponsesWire,
    request: &Request,
    stream: bool,
) -> Result<Vec<u8>, ProviderError> {
    let reasoning = options(wire, request)?;
    let settings = &*request.settings;
    let mut out = Vec::new();
    let mut body = Body::open(&mut out, &settings.extra);
    body.field("model", &wire.model)?;
    if stream {
        body.field("stream", &true)?;
    }
    body.field("store", &wire.store)?;
    if wire.encrypted && !wire.store {
        body.field("include", &["reasoning.encrypted_content"])?;
    }
    body.option("instructions", request.instructions.as_ref())?;
    if !request.tools.is_empty() {
        let constraint = constraint(wire, request);
        let flags = u64::from(constraint == ToolConstraint::Strict);
        body.with("tools", |out| {
            body::tools(out, request, &wire.scope(flags), |out| {
                tools(out, request.tools.as_slice(), constraint)
            })
        })?;
        body.option("tool_choice", tool_choice(&request.tool_choice))?;
        body.option("parallel_tool_calls", settings.parallel_tool_calls)?;
    }
    body.option("reasoning", Some(reasoning).filter(|reasoning| !reasoning.is_empty()))?;
    body.option("text", request.response_format.as_ref().map(|format| text(format)))?;
    body.option("max_output_tokens", settings.max_tokens)?;
    body.option("temperature", settings.temperature)?;
    body.option("top_p", settings.top_p)?;
    body.with("input", |out| {
        out.push(b'[');
        body::messages(out, request, &wire.scope(0), |out, all, at| items::write(wire, out, &all[at]))?;
        out.push(b']');
        Ok(())
    })?;
    body.close()?;
    Ok(out)
}

/// Checks everything but the messages, and returns `reasoning`.
fn options(wire: &OpenAiResponsesWire, request: &Request) -> Result<Map<String, Value>, ProviderError> {
    check::request(request, &wire.capabilities)?;
    let settings = &*request.settings;
    if settings.seed.is_some() {
        return Err(ProviderError::unsupported("seed", "the Responses API has none"));
    }
    if !settings.stop.is_empty() {
        return Err(ProviderError::unsupported("stop", "the Responses API has no stop sequences"));
    }
    let effort = wire.reasoning.word(settings.effort)?;
    let sampled = [("temperature", settings.temperature), ("top_p", settings.top_p)];
    if let Some((name, _)) = sampled.iter().find(|(_, value)| value.is_some())
        && wire.reasoning.is_on(settings.effort)
    {
        let why = "the model takes it only while it does not reason, with `Effort::Off`";
        return Err(ProviderError::unsupported(name, why));
    }
    let mut reasoning = Map::new();
    if let Some(effort) = effort {
        reasoning.insert("effort".to_owned(), effort.into());
    }
    if let Some(summary) = &wire.summary {
        reasoning.insert("summary".to_owned(), (&**summary).into());
    }
    Ok(reasoning)
}

fn text(format: &ResponseFormat) -> Value {
    let (schema, strict) = schema(&format.schema, ToolConstraint::Strict);
    let mut form = json!({
        "type": "json_schema", "name": format.name, "schema": schema, "strict": strict,
    });
    if let Some(description) = &format.description {
        form["description"] = description.as_str().into();
    }
    json!({"format": form})
}

fn tool_choice(choice: &ToolChoice) -> Option<Value> {
    match choice {
        ToolChoice::Auto => None,
        ToolChoice::Required => Some("required".into()),
        ToolChoice::Named(name) => Some(json!({"type": "function", "name": name})),
        ToolChoice::None => Some("none".into()),
    }
}

fn constraint(wire: &OpenAiResponsesWire, request: &Request) -> ToolConstraint {
    if wire.capabilities.strict_tools { request.settings.constraint } else { ToolConstraint::None }
}

fn tools(out: &mut Vec<u8>, tools: &[ToolDefinition], constraint: ToolConstraint) -> Written {
    json::array(out, tools, |out, tool| {
        let (schema, strict) = schema(&tool.parameters, constraint);
        let mut object = Object::open(out);
        object.field("type", "function")?;
        object.field("name", &tool.name)?;
        object.field("description", &tool.description)?;
        object.field("parameters", &schema)?;
        object.field("strict", &strict)?;
        object.close();
        Ok(())
    })
}

/// A schema as it is sent, and whether it is enforced.
fn schema(full: &Value, _constraint: ToolConstraint) -> (Cow<'_, Value>, bool) {
    (Cow::Borrowed(full), false)
}
