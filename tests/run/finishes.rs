//! How replies end, and that none but a whole one passes for an answer.

use agentkit::message::AssistantPart;
use agentkit::model::FinishReason;
use agentkit::provider::{ProviderError, ProviderErrorKind, Reply, Scripted};
use agentkit::{Agent, ErrorKind, IncompleteReason};

use crate::support::{
    Ask as _, Intent, Verdict, agent, error, last_told, results, shout, spy, text, verdict,
};

#[tokio::test]
async fn a_truncated_answer_is_not_an_answer() {
    for finish in [FinishReason::Length, FinishReason::ContextWindow] {
        let agent = agent::<Verdict>([verdict(3).finish(finish)]).build().unwrap();
        let error = error(&agent).await;
        assert_eq!(error.kind(), ErrorKind::Truncated);
        assert!(error.report().raw.as_deref().unwrap().contains("score"), "{:?}", error.report().raw);
    }
}

#[tokio::test]
async fn a_truncated_text_is_not_an_answer() {
    let agent = agent::<String>([Reply::text("The answer is").finish(FinishReason::Length)]).build().unwrap();
    let error = error(&agent).await;
    assert_eq!((error.kind(), error.report().raw.as_deref()), (ErrorKind::Truncated, Some("The answer is")));
}

#[tokio::test]
async fn tools_of_a_truncated_reply_do_not_run() {
    let (spy, seen) = spy();
    let reply =
        Reply::call("spy", text("one")).and_call("spy", "{\"text\": \"tw").finish(FinishReason::Length);
    let agent = agent::<Verdict>([reply]).tools(spy).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert!(seen.lock().unwrap().is_empty());
    assert_eq!(error.report().transcript.tool_results().count(), 2);
}

#[tokio::test]
async fn a_refusal_is_not_an_answer() {
    for reply in [
        Reply::refusal("I can't."),
        Reply::text("I can't.").finish(FinishReason::Refusal),
        Reply::refusal("No.").finish(FinishReason::Stop),
    ] {
        let agent = agent::<String>([reply]).build().unwrap();
        assert_eq!(error(&agent).await.kind(), ErrorKind::Refused);
    }
}

#[tokio::test]
async fn a_refusal_after_tool_calls_keeps_them() {
    let agent =
        agent::<Verdict>([Reply::call("shout", text("x")).usage(5, 5), Reply::refusal("No.").usage(1, 1)])
            .tools(shout())
            .build()
            .unwrap();
    let error = error(&agent).await;
    assert_eq!((error.kind(), error.report().usage.total()), (ErrorKind::Refused, 12));
    assert_eq!(results(&error.report().transcript), ["shout: X"]);
}

#[tokio::test]
async fn a_refusal_beside_a_stop_call_is_a_refusal() {
    let reply = Reply::of([AssistantPart::Refusal("No.".into())]).and_call("stop", r#"{"score": 1}"#);
    let agent = agent::<Verdict>([reply]).build().unwrap();
    assert_eq!(error(&agent).await.kind(), ErrorKind::Refused);
}

#[tokio::test]
async fn a_filtered_reply_is_not_an_answer() {
    let agent = agent::<String>([Reply::text("half").finish(FinishReason::ContentFilter)]).build().unwrap();
    assert_eq!(error(&agent).await.kind(), ErrorKind::Filtered);
}

#[tokio::test]
async fn an_unknown_finish_is_not_an_answer() {
    let agent =
        agent::<String>([Reply::text("x").finish(FinishReason::Other("weather".into()))]).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::UnknownFinish));
    assert!(error.to_string().contains("weather"), "{error}");
}

#[tokio::test]
async fn a_call_that_the_provider_could_not_read_is_asked_for_again_and_not_forever() {
    let malformed = || Reply::of([]).finish(FinishReason::MalformedToolCall);
    let run = agent::<Verdict>([malformed(), verdict(1)]).build().unwrap().ask().await.unwrap();
    assert!(last_told(&run.transcript).contains("could not be read"), "{}", last_told(&run.transcript));
    let agent = agent::<Verdict>((0..9).map(|_| malformed())).reply_retries(2).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(
        (error.kind(), error.report().turns),
        (ErrorKind::Incomplete(IncompleteReason::MalformedToolCall), 3)
    );
}

#[tokio::test]
async fn an_empty_reply_is_asked_for_again_and_not_forever() {
    let run = agent::<String>([Reply::text(" \n"), Reply::text("x")]).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.turns), ("x", 2));
    let agent = agent::<String>((0..9).map(|_| Reply::of([]))).reply_retries(1).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(
        (error.kind(), error.report().turns),
        (ErrorKind::Incomplete(IncompleteReason::EmptyReply), 2)
    );
}

#[tokio::test]
async fn plain_text_where_a_call_was_due_is_asked_for_again_and_not_forever() {
    let run = agent::<Verdict>([Reply::text("It is a 4."), verdict(4)]).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.output_retries), (4, 1));
    assert_eq!(
        last_told(&run.transcript),
        "Plain text is not taken as the answer. Give it by calling `stop`."
    );
    let agent =
        agent::<Verdict>((0..9).map(|_| Reply::text("It is a 4."))).output_retries(2).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::PlainText));
    assert_eq!((error.report().raw.as_deref(), error.report().output_retries), (Some("It is a 4."), 2));
}

#[tokio::test]
async fn a_provider_error_keeps_what_was_done() {
    let model = Scripted::try_from_fn(|request| match request.messages.len() {
        1 => Ok(Reply::call("shout", text("x")).usage(7, 1)),
        _ => Err(ProviderError::new(ProviderErrorKind::Server, "down")),
    });
    let agent: Agent<String, Verdict> = Agent::builder(model).tools(shout()).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(
        (error.kind(), error.report().usage.total(), error.report().turns),
        (ErrorKind::Provider, 8, 2)
    );
    assert_eq!(results(&error.report().transcript), ["shout: X"]);
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test]
async fn an_enum_output_has_a_tool_a_variant() {
    let model = Scripted::new([Reply::call("complaint", r#"{"about": "noise"}"#)]);
    let agent: Agent<String, Intent> = Agent::builder(model.clone()).build().unwrap();
    assert_eq!(agent.ask().await.unwrap().output, Intent::Complaint { about: "noise".into() });
    let names: Vec<_> =
        model.requests()[0].tools.as_slice().iter().map(|tool| tool.name.to_string()).collect();
    assert_eq!(names, ["refund", "complaint", "general"]);
}

#[tokio::test]
async fn a_unit_variant_needs_no_arguments() {
    for arguments in ["{}", "", "null "] {
        let ended = agent::<Intent>([Reply::call("general", arguments), Reply::call("general", "{}")])
            .build()
            .unwrap()
            .ask()
            .await;
        assert_eq!(ended.unwrap().output, Intent::General, "{arguments:?}");
    }
}
