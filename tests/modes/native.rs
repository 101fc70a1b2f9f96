//! Answers by the provider's own structured output.

use agentkit::model::NativeOutput;
use agentkit::output::{Output, OutputMode};
use agentkit::provider::{Dialect, Reply, Scripted};
use agentkit::{Agent, ErrorKind, Provider, ToolSet};
use serde_json::{Value, json};

use crate::support::{
    NoWeather, OnWire, Scores, Weather, bare, chat, claude, gemini, gpt, last_text, old_gemini, station,
    tool_names,
};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5, "note": null}"#;

fn paris() -> Weather {
    Weather { city: "Paris".to_owned(), high: 21.5, note: None }
}

async fn body<Out: Output + std::fmt::Debug>(provider: &OnWire) -> Value {
    let agent: Agent<String, Out> =
        Agent::builder(provider.clone()).output_mode(OutputMode::Native).build().expect("a sound agent");
    agent.run("go".to_owned()).await.expect("an answer");
    provider.body()
}

#[tokio::test]
async fn responses_has_text_format() {
    let body = body::<Weather>(&gpt([Reply::text(ANSWER)])).await;
    let format = &body["text"]["format"];
    assert_eq!(
        (&format["type"], &format["name"], &format["strict"]),
        (&json!("json_schema"), &json!("answer"), &json!(true))
    );
    assert_eq!(format["description"], "The weather.");
    assert_eq!(format["schema"]["required"], json!(["city", "high", "note"]));
    assert!(body.get("tools").is_none(), "no stop tool");
}

#[tokio::test]
async fn chat_has_response_format() {
    let body = body::<Weather>(&chat(Dialect::openai(), [Reply::text(ANSWER)])).await;
    assert_eq!(body["response_format"]["type"], "json_schema");
    let format = &body["response_format"]["json_schema"];
    assert_eq!((&format["name"], &format["strict"]), (&json!("answer"), &json!(true)));
    assert_eq!(format["schema"]["properties"]["note"]["type"], json!(["string", "null"]));
}

#[tokio::test]
async fn anthropic_has_output_config() {
    let body = body::<Weather>(&claude([Reply::text(ANSWER)])).await;
    let format = &body["output_config"]["format"];
    assert_eq!(format["type"], "json_schema");
    assert_eq!(format["schema"]["additionalProperties"], false);
}

#[tokio::test]
async fn gemini_has_response_json_schema() {
    let body = body::<Weather>(&gemini([Reply::text(ANSWER)])).await;
    let config = &body["generationConfig"];
    assert_eq!(config["responseMimeType"], "application/json");
    assert_eq!(config["responseJsonSchema"]["properties"]["high"]["type"], "number");
}

#[tokio::test]
async fn llama_cpp_has_response_format() {
    let body = body::<Weather>(&chat(Dialect::llama_cpp(), [Reply::text(ANSWER)])).await;
    assert_eq!(body["response_format"]["json_schema"]["schema"]["type"], "object");
}

#[tokio::test]
async fn ollama_has_response_format() {
    let body = body::<Weather>(&chat(Dialect::ollama(), [Reply::text(ANSWER)])).await;
    assert_eq!(body["response_format"]["json_schema"]["schema"]["properties"]["city"]["type"], "string");
}

#[tokio::test]
async fn the_answer_is_decoded_by_the_full_schema() {
    let model = chat(Dialect::openai(), [Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(model).output_mode(OutputMode::Native).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!((run.output, run.turns), (paris(), 1));
}

/// What does not fit goes back to the model with what is wrong in it.
#[tokio::test]
async fn a_wrong_answer_is_asked_for_again() {
    let model = gpt([Reply::text(r#"{"city": "Paris", "high": "warm", "note": null}"#), Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> =
        Agent::builder(model.clone()).output_mode(OutputMode::Native).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!((run.output, run.output_retries), (paris(), 1));
    let told = model.bodies()[1]["input"].to_string();
    assert!(told.contains("not accepted") && told.contains("/high"), "{told}");
}

#[tokio::test]
async fn an_answer_that_never_fits_is_a_parse_error() {
    let wrong = r#"{"city": "Paris"}"#;
    let model = gpt([Reply::text(wrong), Reply::text(wrong)]);
    let agent: Agent<String, Weather> =
        Agent::builder(model).output_mode(OutputMode::Native).output_retries(1).build().unwrap();
    let error = agent.run("go".to_owned()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parse);
    assert_eq!(error.report().raw.as_deref(), Some(wrong));
    assert!(error.to_string().contains("high"), "{error}");
}

/// Tools ride along where the provider takes both, and nothing is forced.
#[tokio::test]
async fn tools_and_format_go_together() {
    let call = || Reply::call("station", json!({"city": "Paris"}));
    for provider in [
        gpt([call(), Reply::text(ANSWER)]),
        claude([call(), Reply::text(ANSWER)]),
        gemini([call(), Reply::text(ANSWER)]),
        chat(Dialect::vllm(), [call(), Reply::text(ANSWER)]),
    ] {
        let agent: Agent<String, Weather> = Agent::builder(provider.clone())
            .tools(ToolSet::from_iter([station()]))
            .output_mode(OutputMode::Native)
            .build()
            .expect("a sound agent");
        let run = agent.run("go".to_owned()).await.expect("an answer");
        assert_eq!((run.output, run.turns), (paris(), 2), "{}", provider.name());
        for body in provider.bodies() {
            assert_eq!(tool_names(&body), ["station"], "{}", provider.name());
            assert!(body.get("tool_choice").is_none(), "{body}");
            let text = body.to_string();
            assert!(text.contains("\"high\""), "the format is in each request: {text}");
        }
    }
}

#[test]
fn a_model_without_structured_output_is_refused() {
    for provider in [chat(Dialect::deepseek(), []), bare([])] {
        let built = Agent::<String, Weather>::builder(provider).output_mode(OutputMode::Native).build();
        let error = built.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Build);
        let text = error.to_string();
        assert!(text.contains("`Native`") && text.contains("`OutputMode::Prompted`"), "{text}");
    }
}

/// Where tools and a format do not go together the agent is refused, and told of the way out.
#[test]
fn tools_beside_a_format_are_refused_where_they_exclude_each_other() {
    for provider in [chat(Dialect::llama_cpp(), []), chat(Dialect::groq(), []), old_gemini([])] {
        let name = provider.name().to_owned();
        let build = |tools: ToolSet| {
            let builder = Agent::<String, Weather>::builder(provider.clone()).tools(tools);
            builder.output_mode(OutputMode::Native).build()
        };
        let error = build(ToolSet::from_iter([station()])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Build);
        assert!(error.to_string().contains("`OutputMode::TwoPhase`"), "{name}: {error}");
        assert!(build(ToolSet::default()).is_ok(), "{name}, without tools");
        assert!(provider.bodies().is_empty());
    }
}

/// A schema that the provider cannot hold the reply to is refused when the agent is built, by path.
#[test]
fn a_format_that_cannot_be_enforced_is_refused() {
    for provider in [gpt([]), claude([])] {
        let error =
            Agent::<String, Scores>::builder(provider).output_mode(OutputMode::Native).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Build);
        let text = error.to_string();
        assert!(text.contains("`response_format`") && text.contains("/properties/points"), "{text}");
    }
    assert!(Agent::<String, Scores>::builder(gemini([])).output_mode(OutputMode::Native).build().is_ok());
}

/// Plain text is plain text in every mode.
#[tokio::test]
async fn text_needs_no_format() {
    for mode in [OutputMode::Native, OutputMode::TwoPhase, OutputMode::Prompted, OutputMode::StopTools] {
        let provider = bare([Reply::text("Warm.")]);
        let agent: Agent<String, String> =
            Agent::builder(provider.clone()).output_mode(mode).build().unwrap();
        assert_eq!(agent.run("go".to_owned()).await.unwrap().output, "Warm.");
        assert!(provider.body().get("response_format").is_none());
    }
}

/// The last call keeps the format, and lets no tool be called.
#[tokio::test]
async fn the_last_call_has_the_format() {
    let provider = gpt([Reply::call("station", json!({"city": "Paris"})), Reply::text(ANSWER)]);
    let agent: Agent<String, Weather> = Agent::builder(provider.clone())
        .tools(ToolSet::from_iter([station()]))
        .output_mode(OutputMode::Native)
        .max_turns(1)
        .build()
        .unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!(run.finish, agentkit::Finish::TurnLimit);
    let bodies = provider.bodies();
    assert_eq!(bodies[1]["tool_choice"], "none");
    assert_eq!(bodies[1]["text"], bodies[0]["text"]);
    assert!(bodies[1]["input"].to_string().contains("No turns are left"));
}

/// A refusal, a filter and a cut reply are no answers, whatever their text.
#[tokio::test]
async fn a_reply_that_is_not_whole_is_no_answer() {
    use agentkit::model::FinishReason;
    for (reply, kind) in [
        (Reply::refusal("No."), ErrorKind::Refused),
        (Reply::text(ANSWER).finish(FinishReason::Refusal), ErrorKind::Refused),
        (Reply::text(ANSWER).finish(FinishReason::ContentFilter), ErrorKind::Filtered),
        (Reply::text(ANSWER).finish(FinishReason::Length), ErrorKind::Truncated),
        (Reply::text(ANSWER).finish(FinishReason::ContextWindow), ErrorKind::Truncated),
    ] {
        let agent: Agent<String, Weather> =
            Agent::builder(gpt([reply])).output_mode(OutputMode::Native).build().unwrap();
        assert_eq!(agent.run("go".to_owned()).await.unwrap_err().kind(), kind);
    }
}

#[tokio::test]
async fn validators_see_the_answer() {
    let model = Scripted::new([Reply::text(r#"{"city": "Paris", "high": 99}"#), Reply::text(ANSWER)])
        .with_capabilities(|capabilities| capabilities.native_output = NativeOutput::Yes);
    let agent: Agent<String, Weather> = Agent::builder(model.clone())
        .output_mode(OutputMode::Native)
        .validate(|weather: &Weather| if weather.high < 60.0 { Ok(()) } else { Err("it is never that warm") })
        .build()
        .unwrap();
    assert_eq!(agent.run("go".to_owned()).await.unwrap().output, paris());
    assert!(last_text(&model.requests()[1]).contains("it is never that warm"));
}

/// A failure report is a choice of the document.
#[tokio::test]
async fn a_failure_report_is_a_kind() {
    let reply = r#"{"result": {"kind": "task_failed", "reason": "no station"}}"#;
    let provider = gpt([Reply::text(reply)]);
    let agent: Agent<String, Result<Weather, NoWeather>> =
        Agent::builder(provider.clone()).output_mode(OutputMode::Native).build().unwrap();
    let run = agent.run("go".to_owned()).await.unwrap();
    assert_eq!(run.output, Err(NoWeather { reason: "no station".to_owned() }));
    let branches = provider.body()["text"]["format"]["schema"]["properties"]["result"]["anyOf"].clone();
    let kinds: Vec<_> =
        branches.as_array().unwrap().iter().map(|branch| branch["properties"]["kind"].clone()).collect();
    assert!(
        kinds[0].to_string().contains("answer") && kinds[1].to_string().contains("task_failed"),
        "{kinds:?}"
    );
}

/// What is known of the answer shows while it streams.
#[tokio::test]
async fn the_answer_shows_as_it_streams() {
    use agentkit::agent::EventKind;
    use std::sync::{Arc, Mutex};
    let model = Scripted::new([Reply::text(ANSWER)])
        .with_capabilities(|capabilities| capabilities.native_output = NativeOutput::Yes);
    let agent: Agent<String, Weather> =
        Agent::builder(model).output_mode(OutputMode::Native).build().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&seen);
    let prepared = agent.prepare("go".to_owned()).on_event(move |event| {
        if let EventKind::Partial(partial) = &event.kind {
            notes.lock().unwrap().push(partial.value());
        }
    });
    assert_eq!(prepared.run().await.unwrap().output, paris());
    let seen = seen.lock().unwrap();
    assert_eq!(seen.last().expect("a partial answer")["city"], "Paris");
}
