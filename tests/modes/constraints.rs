//! `ToolConstraint` on the wire of each provider, and where it is refused.

use std::sync::Arc;

use agentkit::model::{Request, ResponseFormat, ToolChoice, ToolConstraint, ToolDefinition};
use agentkit::provider::{Dialect, ProviderErrorKind, Scripted};
use agentkit::{Agent, ErrorKind, Provider};
use serde_json::{Value, json};

use crate::support::{OnWire, Weather, chat, claude, gemini, gpt, station};

fn request(constraint: ToolConstraint) -> Request {
    let mut request = Request::default();
    request.messages = [agentkit::Message::user("Go.")].into_iter().collect();
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer", "minimum": 1 } },
        "required": ["n"],
        "additionalProperties": false,
    });
    request.tools = [ToolDefinition::new("count", "Counts.", schema)].into_iter().collect();
    Arc::make_mut(&mut request.settings).constraint = constraint;
    request
}

async fn sent(provider: &OnWire, request: &Request) -> Value {
    // The script is empty: what counts is what was sent.
    let _ = provider.complete(request).await;
    provider.body()
}

/// A grammar on a provider without one is an error before anything is sent, and names the option.
#[tokio::test]
async fn a_grammar_is_refused_where_there_is_none() {
    let request = request(ToolConstraint::Grammar);
    let without =
        [Dialect::openai(), Dialect::openrouter(), Dialect::ollama(), Dialect::groq(), Dialect::mistral()];
    let mut providers = vec![gpt([]), claude([]), gemini([])];
    providers.extend(without.map(|dialect| chat(dialect, [])));
    for provider in providers {
        for error in [provider.check(&request).unwrap_err(), provider.complete(&request).await.unwrap_err()] {
            assert_eq!(error.kind(), ProviderErrorKind::Unsupported, "{}", provider.name());
            assert!(
                error.message().contains("`constraint`") && error.message().contains("grammar"),
                "{error}"
            );
        }
        assert!(provider.bodies().is_empty(), "nothing was sent to {}", provider.name());
    }
}

#[test]
fn an_agent_with_a_grammar_that_there_is_not_cannot_be_built() {
    let agent = Agent::<String, Weather>::builder(gpt([])).constraint(ToolConstraint::Grammar).build();
    let error = agent.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Build);
    assert!(error.to_string().contains("`constraint`"), "{error}");
}

#[tokio::test]
async fn vllm_holds_the_reply_by_structured_outputs() {
    let mut request = request(ToolConstraint::Grammar);
    request.response_format =
        Some(Arc::new(ResponseFormat::new("count", (*request.tools.as_slice()[0].parameters).clone())));
    request.tools = [].into_iter().collect();
    let body = sent(&chat(Dialect::vllm(), []), &request).await;
    assert_eq!(body["structured_outputs"]["json"]["properties"]["n"]["type"], "integer");
    assert!(body.get("response_format").is_none(), "one or the other");
}

#[tokio::test]
async fn vllm_holds_calls_where_one_is_forced() {
    let vllm = chat(Dialect::vllm(), []);
    let mut request = request(ToolConstraint::Grammar);
    let error = vllm.check(&request).unwrap_err();
    assert!(error.message().contains("only where a call is forced"), "{error}");
    request.tool_choice = ToolChoice::Required;
    let body = sent(&vllm, &request).await;
    assert_eq!(body["tool_choice"], "required");
    assert_eq!(body["tools"][0]["function"]["parameters"]["required"], json!(["n"]));
}

#[tokio::test]
async fn llama_cpp_takes_the_schema_as_a_grammar_of_its_own_member() {
    let mut request = request(ToolConstraint::Grammar);
    request.response_format =
        Some(Arc::new(ResponseFormat::new("count", (*request.tools.as_slice()[0].parameters).clone())));
    request.tools = [].into_iter().collect();
    let body = sent(&chat(Dialect::llama_cpp(), []), &request).await;
    assert_eq!(body["json_schema"]["properties"]["n"]["type"], "integer");
    assert!(body.get("response_format").is_none(), "a format would drop the grammar");
}

#[tokio::test]
async fn llama_cpp_takes_tools_under_a_grammar() {
    let body = sent(&chat(Dialect::llama_cpp(), []), &request(ToolConstraint::Grammar)).await;
    assert_eq!(body["tools"][0]["function"]["parameters"]["properties"]["n"]["type"], "integer");
}

#[tokio::test]
async fn strict_is_said_in_each_providers_word() {
    let request = request(ToolConstraint::Strict);
    assert_eq!(sent(&gpt([]), &request).await["tools"][0]["strict"], true);
    assert_eq!(sent(&claude([]), &request).await["tools"][0]["strict"], true);
    assert_eq!(sent(&chat(Dialect::openai(), []), &request).await["tools"][0]["function"]["strict"], true);
    let mode = sent(&gemini([]), &request).await["toolConfig"]["functionCallingConfig"]["mode"].clone();
    assert_eq!(mode, "VALIDATED");
}

#[tokio::test]
async fn without_a_constraint_nothing_is_strict() {
    let request = request(ToolConstraint::None);
    assert_eq!(sent(&gpt([]), &request).await["tools"][0]["strict"], false);
    assert!(sent(&claude([]), &request).await["tools"][0].get("strict").is_none());
    assert!(
        sent(&chat(Dialect::openai(), []), &request).await["tools"][0]["function"].get("strict").is_none()
    );
    let mode = sent(&gemini([]), &request).await["toolConfig"]["functionCallingConfig"]["mode"].clone();
    assert_eq!(mode, "AUTO");
}

/// A server without a strict mode gets the schema as a hint, and `explain` says so; it is no error.
#[tokio::test]
async fn strict_is_a_wish_where_there_is_no_strict_mode() {
    let agent: Agent<String, Weather> = Agent::builder(chat(Dialect::deepseek(), []))
        .tools([station()].into_iter().collect::<agentkit::ToolSet>())
        .build()
        .unwrap();
    let explained = agent.explain().to_string();
    assert!(explained.contains("tool `station`: loose, since the model has no strict mode"), "{explained}");
}

/// A format's name is checked before anything is sent.
#[test]
fn a_formats_name_is_checked() {
    let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    for (name, sound) in [
        ("a", true),
        ("Weather_report-2", true),
        (&*"x".repeat(64), true),
        (&*"x".repeat(65), false),
        ("", false),
        ("two words", false),
        ("wetter°", false),
        ("a.b", false),
    ] {
        let mut request = Request::default();
        request.messages = [agentkit::Message::user("Go.")].into_iter().collect();
        request.response_format = Some(Arc::new(ResponseFormat::new(name, schema.clone())));
        for provider in
            [gpt([]), claude([]), gemini([]), chat(Dialect::openai(), []), chat(Dialect::vllm(), [])]
        {
            let checked = provider.check(&request);
            assert_eq!(checked.is_ok(), sound, "{name:?} on {}: {checked:?}", provider.name());
            if let Err(error) = checked {
                assert!(error.message().contains("`response_format`"), "{error}");
            }
        }
    }
}

/// A scripted model refuses what a test says that it does not take.
#[test]
fn a_scripted_model_has_the_capabilities_it_is_given() {
    let model = Scripted::new([]).with_capabilities(|capabilities| capabilities.grammar = true);
    assert!(model.check(&request(ToolConstraint::Grammar)).is_ok());
    let model = Scripted::new([]).with_capabilities(|capabilities| capabilities.tools = false);
    assert!(model.check(&request(ToolConstraint::Strict)).is_err());
}
