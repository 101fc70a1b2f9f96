//! How a question fails: each way has an error of its own.

use agentkit::model::FinishReason;
use agentkit::provider::{Dialect, ProviderErrorKind, Reply, Scripted};
use agentkit::{Error, ErrorKind, IncompleteReason, ProviderError, ask};

use crate::support::{Intent, Weather, bare, chat, gpt, last_text, question};

const ANSWER: &str = r#"{"city": "Paris", "high": 21.5}"#;

async fn error(reply: Reply) -> Error {
    let provider = gpt([reply]);
    ask::<Weather>(&provider, question()).retries(0).await.expect_err("no answer")
}

#[tokio::test]
async fn a_refusal_has_the_models_words() {
    let error = error(Reply::refusal("I would rather not.")).await;
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert!(error.to_string().contains("I would rather not."), "{error}");
    assert_eq!(error.report().turns, 1);
}

#[tokio::test]
async fn a_document_of_a_refusal_is_no_answer() {
    assert_eq!(error(Reply::text(ANSWER).finish(FinishReason::Refusal)).await.kind(), ErrorKind::Refused);
}

#[tokio::test]
async fn a_filtered_reply_is_filtered() {
    assert_eq!(
        error(Reply::text(ANSWER).finish(FinishReason::ContentFilter)).await.kind(),
        ErrorKind::Filtered
    );
}

#[tokio::test]
async fn a_cut_reply_is_truncated_even_if_it_decodes() {
    for finish in [FinishReason::Length, FinishReason::ContextWindow] {
        let error = error(Reply::text(ANSWER).finish(finish)).await;
        assert_eq!(error.kind(), ErrorKind::Truncated);
        assert_eq!(error.report().raw.as_deref(), Some(ANSWER));
    }
}

#[tokio::test]
async fn a_wrong_shape_is_a_parse_error_with_its_path() {
    let wrong = r#"{"city": "Paris", "high": "warm"}"#;
    let error = error(Reply::text(wrong)).await;
    assert_eq!(error.kind(), ErrorKind::Parse);
    assert_eq!(error.report().path.as_deref(), Some("/high"));
    assert_eq!(error.report().raw.as_deref(), Some(wrong));
    assert_eq!(error.report().transcript.len(), 3, "the question, the answer, what was said of it");
}

#[tokio::test]
async fn an_unknown_finish_is_not_taken_for_whole() {
    let error = error(Reply::text(ANSWER).finish(FinishReason::Other("odd".to_owned()))).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::UnknownFinish));
}

#[tokio::test]
async fn an_empty_reply_is_incomplete() {
    let error = error(Reply::text("  ")).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::EmptyReply));
}

#[tokio::test]
async fn words_where_a_call_is_due_are_incomplete() {
    let provider = chat(Dialect::deepseek(), [Reply::text("Warm."), Reply::text("Warm, I said.")]);
    let error = ask::<Weather>(&provider, question()).retries(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::PlainText));
    assert_eq!((error.report().turns, error.report().output_retries), (2, 1));
}

#[tokio::test]
async fn a_call_that_could_not_be_read_is_asked_for_again() {
    let model = Scripted::new([
        Reply::text("").finish(FinishReason::MalformedToolCall),
        Reply::text("").finish(FinishReason::MalformedToolCall),
    ]);
    let error = ask::<Weather>(&model, question()).retries(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::MalformedToolCall));
    assert!(last_text(&model.requests()[1]).contains("could not be read"));
}

#[tokio::test]
async fn a_pause_goes_on() {
    let model =
        Scripted::new([Reply::text("Let me see").finish(FinishReason::Pause), Reply::call("answer", ANSWER)]);
    assert_eq!(ask::<Weather>(&model, question()).await.unwrap().turns, 2);
    assert_eq!(last_text(&model.requests()[1]), "Let me see", "nothing was said in between");
}

#[tokio::test]
async fn the_providers_failure_is_kept() {
    let model = Scripted::try_from_fn(|_| Err(ProviderError::new(ProviderErrorKind::Server, "busy")));
    let error = ask::<Weather>(&model, question()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Provider);
    assert_eq!(error.provider_error().unwrap().kind(), ProviderErrorKind::Server);
}

#[tokio::test]
async fn a_filtered_prompt_is_filtered() {
    let model = Scripted::try_from_fn(|_| Err(ProviderError::new(ProviderErrorKind::ContentFilter, "no")));
    assert_eq!(ask::<Weather>(&model, question()).await.unwrap_err().kind(), ErrorKind::Filtered);
}

#[tokio::test]
async fn a_model_that_can_neither_is_a_build_error() {
    let provider = bare([]);
    let error = ask::<Weather>(&provider, question()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Build);
    assert!(error.to_string().contains("ask_prompted"), "{error}");
    assert!(provider.bodies().is_empty());
}

#[tokio::test]
async fn contradicting_calls_are_no_answer() {
    let both = || Reply::call("refund", r#"{"order": 1}"#).and_call("general", "{}");
    let model = Scripted::new([both(), Reply::call("general", "{}")]);
    let run = ask::<Intent>(&model, question()).await.unwrap();
    assert_eq!((run.output, run.output_retries), (Intent::General, 1));
    assert!(run.transcript.tool_results().take(2).all(|result| result.is_error));
}

#[tokio::test]
async fn a_call_of_no_tool_is_told_the_tools() {
    let model = Scripted::new([Reply::call("search", "{}"), Reply::call("answer", ANSWER)]);
    ask::<Weather>(&model, question()).await.unwrap();
    assert!(last_text(&model.requests()[1]).contains("there is no tool `search`; the tools are `answer`"));
}
