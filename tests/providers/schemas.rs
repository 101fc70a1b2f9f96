//! Schemas on the wire: enforced where that can be proved, as hints where not, refused where it must be enforced.

use std::sync::Arc;

use agentkit::model::{ResponseFormat, ToolConstraint, ToolDefinition};
use agentkit::provider::wire::Wire;
use agentkit::provider::{AnthropicWire, GeminiWire, OpenAiResponsesWire, ProviderErrorKind};
use agentkit::{Message, Request};
use serde_json::{Value, json};

use crate::scenarios;

fn with_tools(tools: impl IntoIterator<Item = (&'static str, Value)>) -> Request {
    let mut request = scenarios::request([Message::user("Hello.")]);
    let tools = tools.into_iter().map(|(name, schema)| ToolDefinition::new(name, "Does it.", schema));
    request.tools = tools.collect();
    request
}

fn body(wire: &dyn Wire, request: &Request) -> Value {
    serde_json::from_slice(&wire.encode(request, false).expect("a body")).expect("JSON")
}

fn object(properties: &Value, required: &Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// A map fits no strict mode.
fn map() -> Value {
    let scores = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    object(&json!({"scores": scores}), &json!(["scores"]))
}

#[test]
fn tools_are_strict_where_their_schema_fits() {
    let fitting = object(&json!({"n": {"type": "integer"}}), &json!(["n"]));
    let mut request = with_tools([("fits", fitting), ("does_not", map())]);
    let strict = |body: &Value| {
        let tools = body["tools"].as_array().expect("tools").iter();
        tools.map(|tool| tool.get("strict").cloned()).collect::<Vec<_>>()
    };
    let openai = OpenAiResponsesWire::new("gpt-5.6");
    let claude = AnthropicWire::new("claude-opus-5");
    assert_eq!(strict(&body(&openai, &request)), [Some(json!(true)), Some(json!(false))], "always said");
    assert_eq!(strict(&body(&claude, &request)), [Some(json!(true)), None]);
    assert_eq!(strict(&body(&AnthropicWire::new("claude-3-7-sonnet"), &request)), [None, None]);

    // The same tools under other settings: what was written before is not used again.
    Arc::make_mut(&mut request.settings).constraint = ToolConstraint::None;
    assert_eq!(strict(&body(&openai, &request)), [Some(json!(false)), Some(json!(false))]);
    assert_eq!(strict(&body(&claude, &request)), [None, None]);
    let gemini = GeminiWire::new("gemini-3-pro-preview");
    assert_eq!(body(&gemini, &request)["toolConfig"]["functionCallingConfig"]["mode"], "AUTO");
}

/// 20 strict tools, 24 optional members: what goes beyond is sent as a hint.
#[test]
fn anthropics_limits_hold_for_the_whole_request() {
    let claude = AnthropicWire::new("claude-opus-5");
    let count = |request: &Request| {
        let body = body(&claude, request);
        body["tools"].as_array().expect("tools").iter().filter(|tool| tool["strict"] == true).count()
    };
    let small = object(&json!({"n": {"type": "integer"}}), &json!(["n"]));
    assert_eq!(count(&with_tools((0..30).map(|_| ("small", small.clone())))), 20);
    let optional = object(&json!({"a": {"type": "integer"}, "b": {"type": "integer"}}), &json!([]));
    let mut request = with_tools((0..15).map(|_| ("optional", optional.clone())));
    assert_eq!(count(&request), 12);
    // A format takes its share first.
    request.response_format = Some(Arc::new(ResponseFormat::new("format", optional)));
    assert_eq!(count(&request), 11);
}

#[test]
fn a_format_is_enforced_or_refused() {
    let mut request = scenarios::request([Message::user("Hello.")]);
    request.response_format = Some(Arc::new(ResponseFormat::new("scores", map())));
    let openai = OpenAiResponsesWire::new("gpt-5.6");
    for wire in [&openai as &dyn Wire, &AnthropicWire::new("claude-opus-5")] {
        let error = wire.check(&request).expect_err("a refusal");
        assert_eq!(error.kind(), ProviderErrorKind::Unsupported);
        assert!(error.message().starts_with("`response_format`"), "{error}");
        assert!(error.message().contains("/properties/scores"), "{error}");
    }
    // Gemini takes maps; OpenAI takes them as a hint, where that is all that is asked for.
    assert!(GeminiWire::new("gemini-3-pro-preview").check(&request).is_ok());
    Arc::make_mut(&mut request.settings).constraint = ToolConstraint::None;
    assert_eq!(body(&openai, &request)["text"]["format"]["strict"], false);
}

/// What no form takes is refused by name, when the agent is built.
#[test]
fn a_tool_that_cannot_be_sent_is_named() {
    let mut request =
        with_tools([("odd", json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/gone"}}}))]);
    let wires: [Box<dyn Wire>; 3] = [
        Box::new(OpenAiResponsesWire::new("gpt-5.6")),
        Box::new(AnthropicWire::new("claude-opus-5")),
        Box::new(GeminiWire::new("gemini-3-pro-preview")),
    ];
    for wire in wires {
        let error = wire.check(&request).expect_err("a refusal");
        assert!(error.message().contains("tool `odd`"), "{error}");
        request.cache = agentkit::model::Cache::default();
    }
}

/// What the caller adds to a member is merged with what is there already.
#[test]
fn extra_members_are_merged() {
    let mut request = scenarios::request([Message::user("Hello.")]);
    let schema = object(&json!({"n": {"type": "integer"}}), &json!(["n"]));
    request.response_format = Some(Arc::new(ResponseFormat::new("n", schema)));
    let with = |name: &str, value: Value| {
        let mut request = request.clone();
        Arc::make_mut(&mut request.settings).extra.insert(name.to_owned(), value);
        request
    };
    let claude =
        body(&AnthropicWire::new("claude-opus-5"), &with("output_config", json!({"effort": "xhigh"})));
    assert_eq!(claude["output_config"]["effort"], "xhigh");
    assert_eq!(claude["output_config"]["format"]["type"], "json_schema");
    let openai = body(&OpenAiResponsesWire::new("gpt-5.6"), &with("text", json!({"verbosity": "low"})));
    assert_eq!(openai["text"]["verbosity"], "low");
    assert_eq!(openai["text"]["format"]["name"], "n");
    let config = json!({"mediaResolution": "MEDIA_RESOLUTION_LOW", "responseMimeType": "text/x.enum"});
    let gemini = body(&GeminiWire::new("gemini-3-pro-preview"), &with("generationConfig", config));
    assert_eq!(gemini["generationConfig"]["mediaResolution"], "MEDIA_RESOLUTION_LOW");
    assert_eq!(gemini["generationConfig"]["responseMimeType"], "text/x.enum", "the caller wins");
    assert!(gemini["generationConfig"]["responseJsonSchema"].is_object());
}
