//! From settings to an agent, with every mistake found at once.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use super::builder::Parts;
use super::core::{AnswerForm, Bounds, Core, Slot};
use super::offer::{DocumentForm, Offer, answer_form, default_choice};
use crate::decode::Schema;
use crate::message::Origin;
use crate::model::{Cache, Request, ToolChoice, ToolDefinition, ToolList};
use crate::output::Shape;
use crate::provider::{DynProvider, ProviderErrorKind};
use crate::{Error, ErrorKind, Result, ToolSet, Transcript};

/// The mistakes found so far.
#[derive(Default)]
struct Mistakes(Vec<String>);

impl Mistakes {
    fn found(&mut self, mistake: impl Into<String>) {
        self.0.push(mistake.into());
    }

    fn into_result(self) -> Result<()> {
        let message = match self.0.as_slice() {
            [] => return Ok(()),
            [mistake] => format!("the agent cannot be built: {mistake}"),
            mistakes => {
                let list = mistakes.join("\n- ");
                format!("the agent cannot be built, for {} reasons:\n- {list}", mistakes.len())
            }
        };
        Err(Error::new(ErrorKind::Build, message))
    }
}

/// Makes an agent without its types.
pub(super) fn build(parts: Parts, shape: Shape) -> Result<Core> {
    let Parts {
        provider,
        name,
        instructions,
        tools,
        tool_choice,
        settings,
        output_mode,
        bounds,
        limits,
        hooks,
        approval,
        window,
        decoding,
    } = parts;
    let mut mistakes = Mistakes::default();
    check_bounds(&bounds, &mut mistakes);
    if let Err(error) = limits.check_price(provider.model()) {
        mistakes.found(error.to_string());
    }
    let (mut index, mut definitions) = check_tools(&tools, &mut mistakes);
    let capabilities = provider.capabilities();
    let (answer, stops, faults) = answer_form(shape, output_mode, &capabilities, !definitions.is_empty());
    let unfit = !faults.is_empty();
    mistakes.0.extend(faults);
    if !(capabilities.tools || definitions.is_empty() && stops.is_empty()) {
        mistakes.found(format!("the model `{}` takes no tools", provider.model()));
    }
    let schemas = check_stops(&stops, &mut index, &mut mistakes);
    let stop_list: ToolList = stops.iter().cloned().collect();
    definitions.extend(stops);
    check_choice(tool_choice.as_ref(), &index, &mut mistakes);
    let document = match &answer {
        AnswerForm::Document(form) => Some(form),
        _ => None,
    };
    let instructions = match document.filter(|form| form.prompted) {
        Some(form) => Some(form.document.instructions(instructions.as_deref())),
        None => instructions,
    };
    let mut request = Request {
        instructions: instructions.map(Into::into),
        messages: Transcript::default(),
        tools: definitions.into_iter().collect(),
        tool_choice: ToolChoice::Auto,
        // What does not fit is a mistake already.
        response_format: document.filter(|_| !unfit).and_then(DocumentForm::first_format),
        settings: Arc::new(settings),
        cache: Cache::default(),
    };
    let chosen = tool_choice.is_some();
    request.tool_choice = tool_choice.unwrap_or_else(|| default_choice(&answer, &capabilities));
    check_request(&*provider, &mut request, chosen, &mut mistakes);
    let last = Offer::last(&answer, stop_list, &request, &capabilities);
    if !unfit && document.is_some_and(|form| form.two_phase) {
        let mut second = request.clone();
        last.put_into(&mut second);
        check_request(&*provider, &mut second, true, &mut mistakes);
    }
    mistakes.into_result()?;
    let origin = Origin { provider: provider.name().into(), model: provider.model().into() };
    let tools = tools.as_slice().to_vec();
    Ok(Core {
        name,
        provider,
        origin,
        request,
        last,
        tools,
        answer,
        index,
        decoding,
        schemas,
        bounds,
        limits,
        hooks,
        approval,
        window,
    })
}

/// The tools by their names, and as the model is told of them.
fn check_tools(tools: &ToolSet, mistakes: &mut Mistakes) -> (HashMap<Arc<str>, Slot>, Vec<ToolDefinition>) {
    for fault in tools.faults() {
        mistakes.found(fault);
    }
    let mut index = HashMap::new();
    let mut definitions = Vec::new();
    for (place, tool) in tools.as_slice().iter().enumerate() {
        check_tool("tool", tool.definition(), mistakes);
        if let Err(error) = tool.schema()
            && schema_fault(&tool.definition().parameters).is_none()
        {
            mistakes.found(format!("the schema of the tool `{}` cannot be used: {error}", tool.name()));
        }
        if index.insert(Arc::clone(&tool.definition().name), Slot::Tool(place)).is_some() {
            mistakes.found(format!("two tools are called `{}`", tool.name()));
        }
        definitions.push(tool.definition().clone());
    }
    (index, definitions)
}

/// Adds the stop tools by their names; their schemas.
fn check_stops(
    stops: &[ToolDefinition],
    index: &mut HashMap<Arc<str>, Slot>,
    mistakes: &mut Mistakes,
) -> Vec<Schema> {
    let mut schemas = Vec::new();
    for (place, stop) in stops.iter().enumerate() {
        check_tool("stop tool", stop, mistakes);
        let name = &stop.name;
        match index.insert(Arc::clone(name), Slot::Stop(place)) {
            Some(Slot::Tool(_)) => {
                mistakes.found(format!("a tool and a stop tool of the output are both called `{name}`"));
            }
            Some(Slot::Stop(_)) => {
                mistakes.found(format!("two stop tools of the output are called `{name}`"));
            }
            None => {}
        }
        match Schema::compile(&stop.parameters) {
            Ok(schema) => schemas.push(schema),
            Err(error) => {
                mistakes.found(format!("the schema of the stop tool `{name}` cannot be used: {error}"));
            }
        }
    }
    schemas
}

fn check_bounds(bounds: &Bounds, mistakes: &mut Mistakes) {
    if bounds.turns == 0 {
        mistakes.found("`max_turns` is 0, so the model would never be asked");
    }
    if bounds.tool_concurrency == 0 {
        mistakes.found("`tool_concurrency` is 0, so no tool would ever run");
    }
    if bounds.tool_timeout.is_zero() {
        mistakes.found("`tool_timeout` is 0, so every tool would time out");
    }
}

fn check_tool(what: &str, tool: &ToolDefinition, mistakes: &mut Mistakes) {
    let name = &tool.name;
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(allowed) {
        mistakes.found(format!(
            "the {what} name {name:?} is not allowed: a name is 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`"
        ));
    }
    if let Some(fault) = schema_fault(&tool.parameters) {
        mistakes.found(format!("the schema of the {what} `{name}` cannot be used: {fault}"));
    }
}

/// Why no model could call a tool of this argument schema.
fn schema_fault(schema: &Value) -> Option<String> {
    let Some(members) = schema.as_object() else {
        return Some(format!("it is no JSON object but {schema}"));
    };
    match members.get("type") {
        Some(Value::String(kind)) if kind == "object" => {}
        None if members.keys().any(|key| key == "properties" || key == "$ref") => {}
        Some(kind) => {
            return Some(format!("its root has the type {kind}, and a call's arguments are an object"));
        }
        None => return Some("its root does not say that it is an object".to_owned()),
    }
    let properties = members.get("properties").and_then(Value::as_object);
    let required = members.get("required").and_then(Value::as_array);
    let missing = required.into_iter().flatten().filter_map(Value::as_str).find(|name| {
        members.get("additionalProperties") == Some(&Value::Bool(false))
            && !properties.is_some_and(|properties| properties.contains_key(*name))
    });
    missing.map(|name| format!("it requires `{name}`, which it does not allow"))
}

fn check_choice(choice: Option<&ToolChoice>, index: &HashMap<Arc<str>, Slot>, mistakes: &mut Mistakes) {
    match choice {
        Some(ToolChoice::Named(name)) if !index.contains_key(name) => {
            mistakes.found(format!("`tool_choice` names `{name}`, and there is no such tool"));
        }
        Some(ToolChoice::Required) if index.is_empty() => {
            mistakes.found("`tool_choice` requires a call, and there are no tools");
        }
        _ => {}
    }
}

/// Lets the provider look at the first request. One that takes the request but for the forced call gets it
/// without, and the model is asked again where it does not call.
fn check_request(provider: &dyn DynProvider, request: &mut Request, chosen: bool, mistakes: &mut Mistakes) {
    let Err(error) = provider.check(request) else { return };
    if !chosen && request.tool_choice != ToolChoice::Auto && error.kind() == ProviderErrorKind::Unsupported {
        let forced = std::mem::replace(&mut request.tool_choice, ToolChoice::Auto);
        if provider.check(request).is_ok() {
            return;
        }
        request.tool_choice = forced;
    }
    mistakes.found(format!("the provider does not take its requests: {error}"));
}
