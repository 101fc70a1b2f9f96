//! A question by the system prompt alone, and how often it is put again.

use agentkit::model::NativeOutput;
use agentkit::provider::{Reply, Scripted};
use agentkit::{ErrorKind, ask_prompted};

use crate::support::{Intent, Weather, bare, gpt, last_text, question};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5}"#;

#[tokio::test]
async fn it_is_one_plain_request() {
    let provider = bare([Reply::text(ANSWER)]);
    let run = ask_prompted::<Weather>(&provider, question()).await.unwrap();
    assert!((run.output.high - 21.5).abs() < 1e-9);
    let body = provider.body();
    let members: Vec<_> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["model", "messages"]);
    let system = body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("JSON Schema") && system.contains(r#""high""#), "{system}");
}

/// It is the same on a provider that could do more.
#[tokio::test]
async fn nothing_is_asked_of_the_provider() {
    let provider = gpt([Reply::text(ANSWER)]);
    ask_prompted::<Weather>(&provider, question()).instructions("Be brief.").await.unwrap();
    let body = provider.body();
    assert!(body.get("text").is_none() && body.get("tools").is_none());
    assert!(body["instructions"].as_str().unwrap().starts_with("Be brief.\n\n"));
}

#[tokio::test]
async fn fences_prose_and_trailing_commas_are_read() {
    for reply in [
        format!("```json\n{ANSWER}\n```"),
        format!("Sure! {ANSWER} Anything else?"),
        r#"{"city": "Paris", "high": 21.5,}"#.to_owned(),
        r#"{"city": "Paris", "high": "21.5"}"#.to_owned(),
    ] {
        let model = Scripted::new([Reply::text(reply.clone())]);
        let run = ask_prompted::<Weather>(&model, question()).retries(0).await.expect(&reply);
        assert_eq!(run.output.city, "Paris");
        assert!(!run.repairs.is_empty(), "{reply}");
    }
}

#[tokio::test]
async fn a_wrong_reply_goes_back_with_what_is_wrong() {
    let model = Scripted::new([Reply::text(r#"{"city": "Paris"}"#), Reply::text(ANSWER)]);
    let run = ask_prompted::<Weather>(&model, question()).await.unwrap();
    assert_eq!((run.turns, run.output_retries), (2, 1));
    let told = last_text(&model.requests()[1]);
    assert!(told.contains("not accepted") && told.contains("high"), "{told}");
    assert_eq!(model.requests()[1].messages.len(), 3, "the question, the reply, the correction");
}

#[tokio::test]
async fn the_correction_is_at_most_2000_characters() {
    let long = format!(r#"{{"city": "Paris", "high": "{}"}}"#, "ä".repeat(50_000));
    let model = Scripted::new([Reply::text(long), Reply::text(ANSWER)]);
    ask_prompted::<Weather>(&model, question()).await.unwrap();
    let told = last_text(&model.requests()[1]);
    let frame = "The answer was not accepted: . Answer again with the mistake put right.".chars().count();
    assert!(told.chars().count() <= 2_000 + frame, "{} characters", told.chars().count());
}

/// An output's own error may be of any length.
#[tokio::test]
async fn an_error_of_any_length_is_bounded() {
    use agentkit::output::{Answer, Choice, Output, OutputError, Shape};
    #[derive(Debug)]
    struct Never;
    impl Output for Never {
        fn shape() -> Shape {
            let schema = serde_json::json!({"type": "object", "properties": {}});
            Shape::choices([Choice::new("Nothing.", schema)])
        }
        fn decode(_: Answer<'_>) -> Result<Self, OutputError> {
            Err(OutputError::new("é".repeat(9_999)))
        }
    }
    let model = Scripted::new([Reply::text("{}"), Reply::text("{}")]);
    let error = ask_prompted::<Never>(&model, question()).retries(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parse);
    let told = last_text(&model.requests()[1]);
    assert_eq!(told.matches('é').count(), 1_999);
    assert!(told.contains("é…"), "what is left out is marked");
}

#[tokio::test]
async fn the_budget_is_kept() {
    for budget in [0, 1, 5] {
        let model = Scripted::from_fn(|_| Reply::text("no"));
        let error = ask_prompted::<Weather>(&model, question()).retries(budget).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse);
        assert_eq!(model.requests().len(), budget as usize + 1);
        assert_eq!(error.report().output_retries, budget);
        assert!(error.to_string().contains(&format!("after {budget} retries")), "{error}");
    }
}

#[tokio::test]
async fn two_retries_unless_set() {
    let model = Scripted::from_fn(|_| Reply::text("no"));
    ask_prompted::<Weather>(&model, question()).await.unwrap_err();
    assert_eq!(model.requests().len(), 3);
}

#[tokio::test]
async fn a_union_says_its_kind() {
    let model = Scripted::new([Reply::text(r#"{"result": {"kind": "refund", "order": 3}}"#)])
        .with_capabilities(|capabilities| capabilities.native_output = NativeOutput::Yes);
    let run = ask_prompted::<Intent>(&model, question()).await.unwrap();
    assert_eq!(run.output, Intent::Refund { order: 3 });
    let instructions = model.requests()[0].instructions.clone().unwrap();
    assert!(instructions.contains(r#""properties":{"kind""#), "{instructions}");
}
