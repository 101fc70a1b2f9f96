//! Answers by the instructions alone.

use agentkit::output::OutputMode;
use agentkit::provider::{Dialect, Reply, Scripted};
use agentkit::{Agent, ErrorKind, ToolSet};
use serde_json::json;

use crate::support::{Intent, Weather, bare, chat, last_text, station, tool_names};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5}"#;

#[tokio::test]
async fn the_schema_stands_behind_the_instructions() {
    let provider = bare([Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> = Agent::builder(provider.clone())
        .instructions("Be brief.")
        .output_mode(OutputMode::Prompted)
        .build()
        .unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().output.city, "Paris");
    let body = provider.body();
    let system = body["messages"][0]["content"].as_str().unwrap();
    assert!(system.starts_with("Be brief.\n\nGive your final answer as one JSON document"), "{system}");
    let schema: serde_json::Value = serde_json::from_str(system.lines().last().unwrap()).unwrap();
    assert_eq!(schema["required"], json!(["city", "high"]), "the full schema");
    for member in ["tools", "response_format", "tool_choice", "json_schema"] {
        assert!(body.get(member).is_none(), "`{member}`");
    }
}

#[tokio::test]
async fn instructions_are_not_needed() {
    let provider = bare([Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(provider.clone()).output_mode(OutputMode::Prompted).build().unwrap();
    agent.run("go".to_owned()).await.unwrap();
    let body = provider.body();
    assert!(body["messages"][0]["content"].as_str().unwrap().starts_with("Give your final answer"));
}

/// A fenced document is read, and the fence reported.
#[tokio::test]
async fn replies_are_read_leniently() {
    let provider = bare([Reply::text(format!("Here you are:\n```json\n{ANSWER}\n```"))]);
    let agent: Agent<String, Weather> =
        Agent::builder(provider).output_mode(OutputMode::Prompted).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!(run.output.city, "Paris");
    assert!(!run.repairs.is_empty(), "what was mended is reported");
}

#[tokio::test]
async fn tools_ride_along() {
    let provider =
        chat(Dialect::deepseek(), [Reply::call("station", json!({"city": "Paris"})), Reply::text(ANSWER)]);
    let builder = Agent::<String, Weather>::builder(provider.clone()).tools(ToolSet::from_iter([station()]));
    let agent = builder.output_mode(OutputMode::Prompted).build().unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().turns, 2);
    let body = &provider.bodies()[0];
    assert_eq!(tool_names(body), ["station"]);
    assert!(body.get("tool_choice").is_none());
}

#[tokio::test]
async fn words_alone_are_asked_for_again() {
    let model = Scripted::new([Reply::text("It is warm."), Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(model.clone()).output_mode(OutputMode::Prompted).build().unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().output_retries, 1);
    assert!(last_text(&model.requests()[1]).contains("The answer was not accepted"));
}

/// What the model is told of a mistake is bounded.
#[tokio::test]
async fn a_correction_is_bounded() {
    let long = format!(r#"{{"city": "Paris", "high": "{}"}}"#, "x".repeat(20_000));
    let model = Scripted::new([Reply::text(long), Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(model.clone()).output_mode(OutputMode::Prompted).build().unwrap();
    agent.run("go".to_owned()).await.unwrap();
    let told = last_text(&model.requests()[1]);
    assert!(told.chars().count() <= 2_100 && told.contains("/high"), "{told}");
}

#[tokio::test]
async fn a_union_says_its_kind() {
    let provider = bare([Reply::text(r#"{"result": {"kind": "refund", "order": 7}}"#)]);
    let agent: Agent<String, Intent> =
        Agent::builder(provider.clone()).output_mode(OutputMode::Prompted).build().unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().output, Intent::Refund { order: 7 });
}

#[test]
fn tools_on_a_model_without_any_are_refused_still() {
    let builder = Agent::<String, Weather>::builder(bare([])).tools(ToolSet::from_iter([station()]));
    let error = builder.output_mode(OutputMode::Prompted).build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Build);
    assert!(error.to_string().contains("takes no tools"), "{error}");
}
