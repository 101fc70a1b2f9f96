//! Stop calls: alone, several, and beside others.

use agentkit::provider::Reply;
use agentkit::{ErrorKind, IncompleteReason};
use serde_json::json;

use crate::support::{
    Ask as _, Intent, NoVerdict, Verdict, agent, error, fail, panic, results, shout, spy, text, tools,
    verdict,
};

#[tokio::test]
async fn a_stop_beside_other_calls_wins_once_they_have_run() {
    let (spy, seen) = spy();
    let reply =
        Reply::call("spy", text("a")).and_call("stop", json!({ "score": 2 })).and_call("spy", text("b"));
    let run = agent::<Verdict>([reply]).tools(spy).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.turns), (2, 1));
    assert_eq!(*seen.lock().unwrap(), ["a", "b"]);
    assert_eq!(results(&run.transcript), ["spy: a", "stop: accepted", "spy: b"]);
}

#[tokio::test]
async fn a_failed_call_beats_a_stop_call() {
    let reply = Reply::call("fail", text("no")).and_call("stop", json!({ "score": 1 }));
    let run = agent::<Verdict>([reply, verdict(2)]).tools(fail()).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.turns), (2, 2));
    assert!(
        results(&run.transcript)[1].starts_with("stop!: not accepted yet"),
        "{:?}",
        results(&run.transcript)
    );
}

#[tokio::test]
async fn a_panicking_tool_beats_a_stop_call() {
    let reply = Reply::call("stop", json!({ "score": 1 })).and_call("panic", text("boom"));
    let run = agent::<Verdict>([reply, verdict(2)]).tools(panic()).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.turns), (2, 2));
}

#[tokio::test]
async fn a_tool_that_is_over_its_limit_does_not_beat_a_stop_call() {
    let reply = Reply::call("fail", text("no")).and_call("stop", json!({ "score": 1 }));
    let run = agent::<Verdict>([reply]).tools(fail()).tool_retries(0).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.turns), (1, 1));
}

#[tokio::test]
async fn the_first_of_two_valid_stop_calls_counts() {
    let reply = verdict(1).and_call("stop", json!({ "score": 2 }));
    let run = agent::<Verdict>([reply]).build().unwrap().ask().await.unwrap();
    assert_eq!(run.output.score, 1);
    assert_eq!(results(&run.transcript)[1], "stop: ignored: the answer was already given by an earlier call");
}

#[tokio::test]
async fn an_invalid_stop_call_beside_a_valid_one() {
    let reply = Reply::call("stop", json!({ "score": "high" })).and_call("stop", json!({ "score": 2 }));
    let run = agent::<Verdict>([reply]).build().unwrap().ask().await.unwrap();
    assert_eq!(run.output.score, 2);
    assert!(results(&run.transcript)[0].starts_with("stop!: the answer was not accepted: at /score"));
}

#[tokio::test]
async fn two_variants_at_once_are_none() {
    let both = Reply::call("general", "{}").and_call("refund", json!({ "order": 1 }));
    let run = agent::<Intent>([both, Reply::call("refund", json!({ "order": 2 }))])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!((run.output, run.output_retries), (Intent::Refund { order: 2 }, 1));
    assert!(results(&run.transcript)[0].contains("several ways at once (`general`, `refund`)"));
}

#[tokio::test]
async fn an_answer_and_a_failure_at_once_are_neither() {
    let both = verdict(1).and_call("task_failed", json!({ "reason": "x" }));
    let run = agent::<Result<Verdict, NoVerdict>>([both, verdict(2)]).build().unwrap().ask().await.unwrap();
    assert_eq!(run.output, Ok(Verdict { score: 2 }));
}

#[tokio::test]
async fn the_failure_report_is_the_models_own() {
    let replies = [Reply::call("task_failed", json!({ "reason": "no data" }))];
    let run = agent::<Result<Verdict, NoVerdict>>(replies).build().unwrap().ask().await.unwrap();
    assert_eq!(run.output, Err(NoVerdict { reason: "no data".into() }));
}

#[tokio::test]
async fn an_invalid_answer_goes_back_with_the_mistake() {
    let run = agent::<Verdict>([Reply::call("stop", json!({ "score": [1] })), verdict(2)])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!((run.output.score, run.output_retries), (2, 1));
    let told = &results(&run.transcript)[0];
    assert!(told.contains("at /score: expected an integer, found an array"), "{told}");
}

#[tokio::test]
async fn invalid_answers_end_the_run_within_a_finite_budget() {
    let replies = (0..9).map(|_| Reply::call("stop", json!({ "mark": 1 })));
    let agent = agent::<Verdict>(replies).output_retries(2).build().unwrap();
    let error = error(&agent).await;
    assert_eq!((error.kind(), error.report().turns, error.report().output_retries), (ErrorKind::Parse, 3, 2));
    assert_eq!(error.report().raw.as_deref(), Some(r#"{"mark":1}"#));
    assert_eq!(error.report().path.as_deref(), Some(""));
}

#[tokio::test]
async fn no_retries_where_none_are_wanted() {
    let agent = agent::<Verdict>([Reply::call("stop", "{}"), verdict(1)]).output_retries(0).build().unwrap();
    let error = error(&agent).await;
    assert_eq!((error.kind(), error.report().turns), (ErrorKind::Parse, 1));
}

#[tokio::test]
async fn a_validator_sends_the_answer_back() {
    let agent = agent::<Verdict>([verdict(11), verdict(7)])
        .validate(|verdict: &Verdict| if verdict.score > 10 { Err("at most 10") } else { Ok(()) })
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!((run.output.score, run.output_retries), (7, 1));
    assert!(results(&run.transcript)[0].contains("at most 10"));
}

#[tokio::test]
async fn a_validator_may_wait_and_mend() {
    let agent = agent::<Verdict>([verdict(11)])
        .validate_async(|verdict: Verdict| async move {
            tokio::task::yield_now().await;
            Ok::<_, String>(Verdict { score: verdict.score.min(10) })
        })
        .build()
        .unwrap();
    assert_eq!(agent.ask().await.unwrap().output.score, 10);
}

#[tokio::test]
async fn validators_run_in_order_and_the_first_objection_counts() {
    let agent = agent::<Verdict>([verdict(1), verdict(2)])
        .validate(|verdict: &Verdict| if verdict.score < 2 { Err("too low") } else { Ok(()) })
        .validate(|_: &Verdict| Err::<(), _>("never"))
        .output_retries(1)
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Parse);
    let told = results(&error.report().transcript);
    assert!(told[0].contains("too low") && told[1].contains("never"), "{told:?}");
}

#[tokio::test]
async fn text_answers_are_validated_too() {
    let agent = agent::<String>([Reply::text("long text"), Reply::text("ok")])
        .validate(|text: &String| if text.len() > 4 { Err("too long") } else { Ok(()) })
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.output_retries), ("ok", 1));
}

#[tokio::test]
async fn lists_numbers_and_options_are_wrapped() {
    let run = agent::<Vec<u8>>([Reply::call("stop", json!({ "result": [1, 2] }))])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(run.output, [1, 2]);
    let run = agent::<Option<bool>>([Reply::call("stop", json!({ "result": null }))])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(run.output, None);
    let run = agent::<i128>([Reply::call("stop", r#"{"result": 12345678901234567890123}"#)])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(run.output, 12_345_678_901_234_567_890_123);
}

#[tokio::test]
async fn a_stop_call_in_the_last_turn_may_still_be_wrong() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x")), Reply::call("stop", "{}")])
        .tools(shout())
        .max_turns(1)
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TurnLimit));
    assert!(error.to_string().contains("`score`"), "{error}");
}

#[tokio::test]
async fn stops_beside_unknown_and_good_calls() {
    let reply =
        Reply::call("sing", "{}").and_call("shout", text("x")).and_call("stop", json!({ "score": 1 }));
    let run =
        agent::<Verdict>([reply, verdict(2)]).tools(tools([shout()])).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.score, run.turns), (2, 2));
}
