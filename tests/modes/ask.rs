//! One question to a model: which form it takes on each provider.

use agentkit::model::{Settings, ToolConstraint};
use agentkit::provider::{Dialect, Reply, Scripted};
use agentkit::{Message, ask};
use serde_json::json;

use crate::support::{
    Intent, NoWeather, OnWire, Scores, Weather, chat, claude, free_claude, gemini, gpt, question, tool_names,
};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5}"#;

fn call() -> Reply {
    Reply::call("answer", ANSWER)
}

#[tokio::test]
async fn structured_output_is_used_where_there_is_some() {
    for provider in [
        gpt([Reply::text(ANSWER)]),
        claude([Reply::text(ANSWER)]),
        free_claude([Reply::text(ANSWER)]),
        gemini([Reply::text(ANSWER)]),
        chat(Dialect::openai(), [Reply::text(ANSWER)]),
        chat(Dialect::ollama(), [Reply::text(ANSWER)]),
        chat(Dialect::vllm(), [Reply::text(ANSWER)]),
        chat(Dialect::llama_cpp(), [Reply::text(ANSWER)]),
        chat(Dialect::groq(), [Reply::text(ANSWER)]),
    ] {
        let run = ask::<Weather>(&provider, question()).await.expect("an answer");
        assert_eq!((run.output.high, run.turns), (21.5, 1));
        let body = provider.body();
        assert!(body.get("tools").is_none(), "{body}");
        assert!(body.to_string().contains("\"high\""), "the format is there: {body}");
    }
}

#[tokio::test]
async fn a_tool_is_forced_where_there_is_none() {
    let provider = chat(Dialect::deepseek(), [call()]);
    let run = ask::<Weather>(&provider, question()).await.unwrap();
    assert_eq!(run.output.city, "Paris");
    let body = provider.body();
    assert_eq!(tool_names(&body), ["answer"]);
    assert_eq!(body["tools"][0]["function"]["description"], "The weather.");
    assert_eq!(body["tool_choice"], json!({"type": "function", "function": {"name": "answer"}}));
}

/// A schema that structured output does not take goes by a tool, loosely, and is checked here.
#[tokio::test]
async fn a_tool_is_forced_where_the_schema_does_not_fit() {
    let answer = r#"{"points": {"Ada": 3}}"#;
    for provider in [gpt([Reply::call("answer", answer)]), claude([Reply::call("answer", answer)])] {
        let run = ask::<Scores>(&provider, question()).await.unwrap();
        assert_eq!(run.output.points["Ada"], 3);
        assert_eq!(tool_names(&provider.body()), ["answer"]);
        assert!(provider.body()["tool_choice"].is_object());
    }
}

/// A model that cannot be made to call a tool is told to, and told again.
#[tokio::test]
async fn a_model_that_cannot_be_forced_is_asked_again() {
    let provider =
        free_claude([Reply::text("Three points for Ada."), Reply::call("answer", r#"{"points": {}}"#)]);
    let run = ask::<Scores>(&provider, question()).await.unwrap();
    assert_eq!((run.turns, run.output_retries), (2, 1));
    let bodies = provider.bodies();
    assert!(bodies[0].get("tool_choice").is_none(), "forcing it would be refused");
    let told = bodies[1]["messages"].to_string();
    assert!(told.contains("Give it by calling `answer`"), "{told}");
}

#[tokio::test]
async fn a_union_is_one_tool_a_choice() {
    let provider = chat(Dialect::deepseek(), [Reply::call("refund", r#"{"order": 5}"#)]);
    let run = ask::<Intent>(&provider, question()).await.unwrap();
    assert_eq!(run.output, Intent::Refund { order: 5 });
    let body = provider.body();
    assert_eq!(tool_names(&body), ["refund", "general"]);
    assert_eq!(body["tool_choice"], "required");
}

#[tokio::test]
async fn a_union_is_one_document_where_there_is_structured_output() {
    let provider = gpt([Reply::text(r#"{"result": {"kind": "general"}}"#)]);
    assert_eq!(ask::<Intent>(&provider, question()).await.unwrap().output, Intent::General);
}

#[tokio::test]
async fn a_failure_report_is_a_tool_of_its_own() {
    let provider = chat(Dialect::deepseek(), [Reply::call("task_failed", r#"{"reason": "no station"}"#)]);
    let run = ask::<Result<Weather, NoWeather>>(&provider, question()).await.unwrap();
    assert_eq!(run.output, Err(NoWeather { reason: "no station".to_owned() }));
    assert_eq!(tool_names(&provider.body()), ["answer", "task_failed"]);
}

#[tokio::test]
async fn plain_text_is_asked_for_plainly() {
    let provider = gpt([Reply::text("Warm.")]);
    assert_eq!(ask::<String>(&provider, question()).await.unwrap().output, "Warm.");
    let body = provider.body();
    assert!(body.get("text").is_none() && body.get("tools").is_none(), "{body}");
}

#[tokio::test]
async fn lists_and_numbers_need_no_type_of_their_own() {
    let model = Scripted::new([Reply::call("answer", r#"{"result": [1, 2]}"#)]);
    assert_eq!(ask::<Vec<u8>>(&model, question()).await.unwrap().output, [1, 2]);
}

#[tokio::test]
async fn instructions_and_settings_are_sent() {
    let provider = gpt([Reply::text(ANSWER)]);
    let mut settings = Settings::default();
    settings.max_tokens = Some(99);
    ask::<Weather>(&provider, question()).instructions("Be brief.").settings(settings).await.unwrap();
    let body = provider.body();
    assert_eq!((&body["instructions"], &body["max_output_tokens"]), (&json!("Be brief."), &json!(99)));
}

#[tokio::test]
async fn a_grammar_is_used_where_it_is_asked_for() {
    let mut settings = Settings::default();
    settings.constraint = ToolConstraint::Grammar;
    let ask_of = |provider: OnWire| {
        let settings = settings.clone();
        async move {
            let asked = ask::<Weather>(&provider, question()).settings(settings).await;
            asked.map(|_| provider.body())
        }
    };
    let body = ask_of(chat(Dialect::vllm(), [Reply::text(ANSWER)])).await.unwrap();
    assert!(body["structured_outputs"]["json"].is_object());
    let body = ask_of(chat(Dialect::llama_cpp(), [Reply::text(ANSWER)])).await.unwrap();
    assert!(body["json_schema"].is_object());
    let error = ask_of(gpt([])).await.unwrap_err();
    assert_eq!(error.kind(), agentkit::ErrorKind::Build);
    assert!(error.to_string().contains("`constraint`"), "{error}");
}

/// The conversation comes back whole, each call with its result.
#[tokio::test]
async fn the_run_has_the_conversation() {
    let provider = chat(Dialect::deepseek(), [call().usage(10, 5)]);
    let run = ask::<Weather>(&provider, question()).await.unwrap();
    let messages = run.transcript.messages();
    assert_eq!(messages.len(), 3);
    assert!(matches!(&*messages[2], Message::Tool(tool) if tool.results[0].content == "accepted"));
    assert_eq!((run.usage.input_tokens, run.usage.output_tokens, run.usage.requests), (10, 5, 1));
    assert_eq!(run.stages.len(), 1);
}

/// Several calls of the one tool: the first counts.
#[tokio::test]
async fn the_first_of_several_calls_counts() {
    let model = Scripted::new([call().and_call("answer", r#"{"city": "Oslo", "high": 3}"#)]);
    let run = ask::<Weather>(&model, question()).await.unwrap();
    assert_eq!(run.output.city, "Paris");
    assert_eq!(run.transcript.tool_results().count(), 2);
}
