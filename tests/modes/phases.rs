//! Tools first, then the answer in a format, where a provider does not take both at once.

use agentkit::output::OutputMode;
use agentkit::provider::{Dialect, Reply};
use agentkit::{Agent, ErrorKind, Finish, Provider, ToolSet};
use serde_json::json;

use crate::support::{OnWire, Weather, chat, claude, gpt, old_gemini, station, tool_names};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5}"#;

fn agent(provider: &OnWire) -> Agent<String, Weather> {
    let builder = Agent::builder(provider.clone()).tools(ToolSet::from_iter([station()]));
    builder.output_mode(OutputMode::TwoPhase).build().expect("a sound agent")
}

fn replies() -> [Reply; 3] {
    [Reply::call("station", json!({"city": "Paris"})), Reply::text("21.5 °C in Paris."), Reply::text(ANSWER)]
}

#[tokio::test]
async fn llama_cpp_has_tools_first_and_then_a_format() {
    let provider = chat(Dialect::llama_cpp(), replies());
    let run = agent(&provider).run("go".to_owned()).await.unwrap();
    assert_eq!((run.output.high, run.turns, run.finish), (21.5, 3, Finish::Complete));
    assert_eq!(run.output_retries, 0, "the second phase is no retry");
    let bodies = provider.bodies();
    for body in &bodies[..2] {
        assert_eq!(tool_names(body), ["station"]);
        assert!(body.get("response_format").is_none() && body.get("tool_choice").is_none(), "{body}");
    }
    assert!(bodies[2].get("tools").is_none(), "a format makes tools unreachable");
    assert_eq!(bodies[2]["response_format"]["json_schema"]["name"], "answer");
    let last = bodies[2]["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last, json!({"role": "user", "content": "Now give this answer as one JSON document."}));
}

#[tokio::test]
async fn older_gemini_has_tools_first_and_then_a_format() {
    let provider = old_gemini(replies());
    agent(&provider).run("go".to_owned()).await.unwrap();
    let bodies = provider.bodies();
    assert_eq!(tool_names(&bodies[0]), ["station"]);
    assert!(bodies[1]["generationConfig"].get("responseJsonSchema").is_none());
    assert!(bodies[2].get("tools").is_none());
    assert!(bodies[2]["generationConfig"]["responseJsonSchema"].is_object());
}

#[tokio::test]
async fn groq_has_tools_first_and_then_a_format() {
    let provider = chat(Dialect::groq(), replies());
    agent(&provider).run("go".to_owned()).await.unwrap();
    assert!(provider.bodies()[2].get("tools").is_none());
}

/// Where both go together there is one phase.
#[tokio::test]
async fn one_phase_where_one_is_enough() {
    for provider in [
        gpt([Reply::text(ANSWER)]),
        claude([Reply::text(ANSWER)]),
        chat(Dialect::vllm(), [Reply::text(ANSWER)]),
    ] {
        assert_eq!(agent(&provider).run("go".to_owned()).await.unwrap().turns, 1);
        assert_eq!(tool_names(&provider.body()), ["station"]);
    }
}

#[tokio::test]
async fn without_tools_there_is_one_phase() {
    let provider = chat(Dialect::llama_cpp(), [Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(provider.clone()).output_mode(OutputMode::TwoPhase).build().unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().turns, 1);
    assert!(provider.body()["response_format"].is_object());
}

/// Even a JSON text of the first phase is not taken: nothing held it to the schema.
#[tokio::test]
async fn a_document_of_the_first_phase_is_asked_for_again() {
    let provider = chat(Dialect::llama_cpp(), [Reply::text(ANSWER), Reply::text(ANSWER)]);
    assert_eq!(agent(&provider).run("go".to_owned()).await.unwrap().turns, 2);
}

#[tokio::test]
async fn a_wrong_document_is_asked_for_again_without_tools() {
    let replies = [Reply::text("Warm."), Reply::text("{}"), Reply::text(ANSWER)];
    let provider = chat(Dialect::llama_cpp(), replies);
    let run = agent(&provider).run("go".to_owned()).await.unwrap();
    assert_eq!(run.output_retries, 1);
    assert!(
        provider.bodies()[2].get("tools").is_none() && provider.bodies()[2]["response_format"].is_object()
    );
}

/// When the turns run out in the first phase, the last call is of the second.
#[tokio::test]
async fn the_last_call_is_of_the_second_phase() {
    let provider =
        chat(Dialect::llama_cpp(), [Reply::call("station", json!({"city": "x"})), Reply::text(ANSWER)]);
    let builder = Agent::<String, Weather>::builder(provider.clone()).tools(ToolSet::from_iter([station()]));
    let agent = builder.output_mode(OutputMode::TwoPhase).max_turns(1).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!(run.finish, Finish::TurnLimit);
    assert!(
        provider.bodies()[1].get("tools").is_none() && provider.bodies()[1]["response_format"].is_object()
    );
}

/// A run starts from the first phase again.
#[tokio::test]
async fn each_run_has_its_own_phases() {
    let provider = chat(Dialect::llama_cpp(), replies().into_iter().chain(replies()));
    let agent = agent(&provider);
    agent.run("go".to_owned()).await.unwrap();
    agent.run("go".to_owned()).await.unwrap();
    assert_eq!(tool_names(&provider.bodies()[3]), ["station"]);
}

#[test]
fn two_phases_need_structured_output() {
    let provider = chat(Dialect::deepseek(), []);
    let builder = Agent::<String, Weather>::builder(provider.clone()).tools(ToolSet::from_iter([station()]));
    let error = builder.output_mode(OutputMode::TwoPhase).build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Build);
    assert!(error.to_string().contains("`TwoPhase`"), "{error}");
    assert_eq!(provider.name(), "deepseek");
}
