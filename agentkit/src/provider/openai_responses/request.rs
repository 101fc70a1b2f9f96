//! A request as a body.

use serde_json::{Map, Value, json};

use super::{OpenAiResponsesWire, items};
use crate::model::{Request, ResponseFormat, ToolChoice, ToolConstraint, ToolDefinition};
use crate::provider::body::Scope;
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::plan::{self, NO_STRICT_MODE, NOT_ASKED, Sent};
use crate::provider::{ProviderError, SchemaPlan, body, check, lowered};
use crate::schema::{Family, Target};

pub(super) fn check(wire: &OpenAiResponsesWire, request: &Request) -> Result<(), ProviderError> {
    options(wire, request)?;
    write_tools(wire, request, &mut Vec::new())?;
    if let Some(format) = &request.response_format {
        write_text(wire, request, format, &mut Vec::new())?;
    }
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
        body.with("tools", |out| write_tools(wire, request, out))?;
        body.option("tool_choice", tool_choice(&request.tool_choice))?;
        body.option("parallel_tool_calls", settings.parallel_tool_calls)?;
    }
    body.option("reasoning", Some(reasoning).filter(|reasoning| !reasoning.is_empty()))?;
    if let Some(format) = &request.response_format {
        let mut json = Vec::new();
        write_text(wire, request, format, &mut json)?;
        body.json("text", &json)?;
    }
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

fn write_tools(wire: &OpenAiResponsesWire, request: &Request, out: &mut Vec<u8>) -> Written {
    let constraint = constraint(wire, request);
    body::tools(out, request, &scope(wire, constraint), |out| {
        tools(out, request.tools.as_slice(), constraint)
    })
}

fn write_text(
    wire: &OpenAiResponsesWire,
    request: &Request,
    format: &ResponseFormat,
    out: &mut Vec<u8>,
) -> Written {
    let constraint = request.settings.constraint;
    body::format(out, request, &scope(wire, constraint), |out| text(out, format, constraint))
}

pub(super) fn plan(wire: &OpenAiResponsesWire, request: &Request) -> Vec<SchemaPlan> {
    let constraint = constraint(wire, request);
    let no_mode = request.settings.constraint != constraint;
    plan::of(
        request,
        |tool| parameters(tool, constraint, if no_mode { NO_STRICT_MODE } else { NOT_ASKED }),
        |format| format_schema(format, request.settings.constraint),
    )
}

/// A format's schema as it is sent.
fn format_schema(format: &ResponseFormat, constraint: ToolConstraint) -> Result<Sent, ProviderError> {
    let sent = match constraint {
        ToolConstraint::Strict => Sent::held(&format.schema, Target::OpenAiStrict, constraint),
        _ => Sent::hint(&format.schema, Target::OpenAiLoose, NOT_ASKED),
    };
    sent.map_err(|error| lowered::format_refused(&error))
}

fn scope(wire: &OpenAiResponsesWire, constraint: ToolConstraint) -> Scope {
    wire.scope(u64::from(constraint == ToolConstraint::Strict))
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

/// The value of `text`.
fn text(out: &mut Vec<u8>, format: &ResponseFormat, constraint: ToolConstraint) -> Written {
    let sent = format_schema(format, constraint)?;
    let mut text = Object::open(out);
    let mut form = Object::open(text.key("format"));
    form.field("type", "json_schema")?;
    form.field("name", &format.name)?;
    form.option("description", format.description.as_ref())?;
    form.field("schema", &sent.schema)?;
    form.field("strict", &sent.is_strict())?;
    form.close();
    text.close();
    Ok(())
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
        let sent = parameters(tool, constraint, NOT_ASKED)?;
        let mut object = Object::open(out);
        object.field("type", "function")?;
        object.field("name", &tool.name)?;
        object.field("description", &tool.description)?;
        object.field("parameters", &sent.schema)?;
        object.field("strict", &sent.is_strict())?;
        object.close();
        Ok(())
    })
}

/// A tool's schema as it is sent; as a hint for `reason`, unless it is to be enforced.
fn parameters(
    tool: &ToolDefinition,
    constraint: ToolConstraint,
    reason: &str,
) -> Result<Sent, ProviderError> {
    let sent = match constraint {
        ToolConstraint::Strict => Sent::best(&tool.parameters, Family::OpenAi),
        _ => Sent::hint(&tool.parameters, Target::OpenAiLoose, reason),
    };
    sent.map_err(|error| lowered::tool_refused(tool, &error))
}
