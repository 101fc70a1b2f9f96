//! Requests that go through everything that a body can hold.

use std::sync::Arc;

use agentkit::message::{AssistantPart, Media, MediaKind, MediaSource, Part, ToolCall, ToolResult};
use agentkit::model::{Effort, ResponseFormat, Settings, ToolChoice, ToolDefinition, ToolList};
use agentkit::provider::wire::Wire;
use agentkit::{Message, Request};
use serde_json::json;

use crate::render::{self, End, Piece, Script};

/// The tools of all requests.
pub(crate) fn tools() -> ToolList {
    let city = json!({
        "type": "object",
        "properties": {"city": {"type": "string", "description": "City name."}},
        "required": ["city"],
        "additionalProperties": false,
    });
    let none = json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    ToolList::from_iter([
        ToolDefinition::new("temperature", "The temperature in a city, in °C.", city),
        ToolDefinition::new("now", "The time.", none),
    ])
}

pub(crate) fn request(messages: impl IntoIterator<Item = Message>) -> Request {
    let mut request = Request::default();
    request.instructions = Some("Be brief.".into());
    request.messages = messages.into_iter().collect();
    request
}

/// The reply that the provider gives to a question: reasoning, a text and two calls, decoded as it comes.
pub(crate) fn answer(wire: &dyn Wire) -> Message {
    let city = |name: &str| serde_json::Map::from_iter([("city".to_owned(), json!(name))]);
    let script = Script {
        pieces: vec![
            Piece::Reasoning("Two cities.".into(), "c2lnbmF0dXJl".into()),
            Piece::Hidden("aGlkZGVu".into()),
            Piece::Marked("Let me look.".into(), "bWFyaw==".into()),
            Piece::Call("temperature".into(), city("Paris")),
            Piece::Call("temperature".into(), city("Oslo")),
        ],
        end: End::Done,
        usage: None,
        seed: 1,
    };
    let body = match wire.name() {
        "anthropic" => render::anthropic::plain(&script),
        "gemini" => render::gemini::plain(&script),
        "openai" => render::chat::plain(&script),
        _ => render::responses::plain(&script),
    };
    Message::Assistant(wire.decode(body.as_bytes()).expect("a reply").message)
}

/// The results of the calls in `answer`, the second a failure.
pub(crate) fn results(answer: &Message) -> Message {
    let Message::Assistant(message) = answer else { panic!("no answer") };
    let results = message.tool_calls().enumerate();
    let results = results.map(|(at, call)| match at {
        0 => ToolResult::new(call, r#"{"celsius":21.5}"#, false),
        _ => ToolResult::new(call, "no such city", true),
    });
    Message::tool(results)
}

/// Every scenario with its request.
pub(crate) fn all(wire: &dyn Wire) -> Vec<(&'static str, Request)> {
    let settings = |change: fn(&mut Settings)| {
        let mut request = request([Message::user("Hello.")]);
        change(Arc::make_mut(&mut request.settings));
        request
    };
    let with_tools = |choice| {
        let mut request = request([Message::user("How warm is it in Paris?")]);
        request.tools = tools();
        request.tool_choice = choice;
        request
    };
    let mut all = vec![
        ("text", settings(|settings| settings.max_tokens = Some(500))),
        ("stream", settings(|_| ())),
        ("tools", with_tools(ToolChoice::Auto)),
        ("tool_required", with_tools(ToolChoice::Required)),
        ("tool_named", with_tools(ToolChoice::Named("now".into()))),
        ("tool_none", with_tools(ToolChoice::None)),
        ("parallel_results", conversation(wire)),
        ("another_model", handed_over()),
        ("media", media(wire)),
        ("structured", structured()),
        ("thinking", settings(|settings| settings.effort = Some(Effort::High))),
        ("caching", {
            let mut request = with_tools(ToolChoice::Auto);
            Arc::make_mut(&mut request.settings).prompt_cache = true;
            request
        }),
        (
            "extra",
            settings(|settings| {
                settings.extra.insert("metadata".into(), json!({"user_id": "u1"}));
                settings.extra.insert("max_output_tokens".into(), json!(7));
            }),
        ),
    ];
    if wire.capabilities().parallel_switch {
        let mut request = with_tools(ToolChoice::Auto);
        Arc::make_mut(&mut request.settings).parallel_tool_calls = Some(false);
        all.push(("one_call", request));
    }
    if wire.name() == "openai-responses" {
        // It samples only while it does not reason.
        all.push((
            "sampling",
            settings(|settings| {
                (settings.temperature, settings.top_p) = (Some(0.5), Some(0.9));
                settings.effort = Some(Effort::Off);
            }),
        ));
    } else {
        all.push((
            "sampling",
            settings(|settings| {
                (settings.temperature, settings.top_p) = (Some(0.5), Some(0.9));
                settings.stop = vec!["END".into()];
            }),
        ));
    }
    all
}

/// A question, the model's own calls, and their results with a note.
pub(crate) fn conversation(wire: &dyn Wire) -> Request {
    let answer = answer(wire);
    let Message::Tool(mut results) = results(&answer) else { panic!("no results") };
    results.note = Some("One call is left.".into());
    let mut request = request([Message::user("How warm is it?"), answer, Message::Tool(results)]);
    request.tools = tools();
    request
}

/// A conversation that another model began, one call of it malformed.
fn handed_over() -> Request {
    let calls = [
        ToolCall::new("call_1", "temperature", r#"{"city": "Paris"}"#),
        ToolCall::new("functions.temperature:1", "temperature", r#"{"city": "#),
        ToolCall::new("call_3", "now", ""),
    ];
    let results = Message::tool(calls.iter().map(|call| ToolResult::new(call, "12", false)));
    let mut parts = vec![
        AssistantPart::reasoning("Hm.", None),
        AssistantPart::text("I shall look."),
        AssistantPart::Refusal("Not all of it.".into()),
    ];
    parts.extend(calls.map(AssistantPart::ToolCall));
    let mut request = request([Message::user("How warm is it?"), Message::assistant(parts), results]);
    request.tools = tools();
    request
}

fn media(wire: &dyn Wire) -> Request {
    let media =
        |kind, media_type: &str, source| Part::Media(Media::new(kind, media_type, source).named("one"));
    let mut parts = vec![
        Part::Text("What is this?".into()),
        media(MediaKind::Image, "image/png", MediaSource::Base64("aW1hZ2U=".into())),
        media(MediaKind::Image, "image/jpeg", MediaSource::Url("https://example.com/a.jpg".into())),
        media(MediaKind::Document, "application/pdf", MediaSource::Base64("cGRm".into())),
    ];
    if wire.name() != "openai" {
        let url = MediaSource::Url("https://example.com/a.pdf".into());
        parts.push(media(MediaKind::Document, "application/pdf", url));
    }
    request([Message::user_parts(parts)])
}

fn structured() -> Request {
    let mut request = request([Message::user("Name a city.")]);
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": false,
    });
    let mut format = ResponseFormat::new("city", schema);
    format.description = Some("A city of the world.".into());
    request.response_format = Some(Arc::new(format));
    request
}
