//! Tools that fail, and what the model is told.

use agentkit::provider::Reply;
use agentkit::{ErrorKind, IncompleteReason};

use crate::support::{
    Ask as _, Verdict, agent, error, fail, fatal, flaky, halt, hang, panic, results, shout, text, tools,
    verdict,
};

#[tokio::test]
async fn an_unknown_tool_alone_is_told_the_known_ones() {
    let run = agent::<Verdict>([Reply::call("sing", "{}"), verdict(1)])
        .tools(shout())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript)[0], "sing!: there is no tool `sing`; the tools are `shout`, `stop`");
}

#[tokio::test]
async fn an_unknown_tool_beside_a_known_one() {
    let reply = Reply::call("sing", "{}").and_call("shout", text("hi"));
    let run = agent::<Verdict>([reply, verdict(1)]).tools(shout()).build().unwrap().ask().await.unwrap();
    assert!(results(&run.transcript)[0].starts_with("sing!: there is no tool"));
    assert_eq!(results(&run.transcript)[1], "shout: HI");
}

#[tokio::test]
async fn an_unknown_tool_without_any_tools() {
    let run = agent::<String>([Reply::call("sing", "{}"), Reply::text("done")])
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript), ["sing!: there is no tool `sing`; there are no tools at all"]);
}

#[tokio::test]
async fn an_unknown_tool_again_and_again_ends_the_run() {
    let agent = agent::<Verdict>((0..9).map(|_| Reply::call("sing", "{}")))
        .tools(shout())
        .tool_retries(2)
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::ToolFailures));
    assert_eq!(error.report().turns, 3);
}

#[tokio::test]
async fn arguments_that_do_not_parse_are_told_with_their_path() {
    let replies = [
        Reply::call("shout", r#"{"text": 7.5, "loud": true}"#),
        Reply::call("shout", "{\"text\": \"un"),
        verdict(1),
    ];
    let run = agent::<Verdict>(replies).tools(shout()).build().unwrap().ask().await.unwrap();
    let results = results(&run.transcript);
    assert!(
        results[0].starts_with("shout!: the arguments do not fit: there is no member `loud`"),
        "{}",
        results[0]
    );
    assert!(results[1].contains("at /text: the reply ends before"), "{}", results[1]);
}

#[tokio::test]
async fn mended_arguments_are_reported() {
    let run =
        agent::<Verdict>([Reply::call("shout", "{'text': 'hi',}"), Reply::call("stop", r#"{"score": "4"}"#)])
            .tools(shout())
            .build()
            .unwrap()
            .ask()
            .await
            .unwrap();
    assert_eq!(run.output.score, 4);
    let kinds: Vec<_> = run.repairs.iter().map(|repair| repair.kind.as_str()).collect();
    assert_eq!(kinds, ["single_quotes", "single_quotes", "trailing_comma", "string_to_int"]);
}

#[tokio::test]
async fn two_calls_glued_into_one_argument_string_are_one_error() {
    let glued = format!("{}{}", text("a"), text("b"));
    let run = agent::<Verdict>([Reply::call("shout", glued), verdict(1)])
        .tools(shout())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert!(results(&run.transcript)[0].contains("make one call for each"), "{:?}", results(&run.transcript));
}

#[tokio::test]
async fn a_strict_agent_takes_no_mended_arguments() {
    use agentkit::decode::{Options, Strictness};
    let strict = Options::new().strictness(Strictness::Strict);
    let run = agent::<Verdict>([Reply::call("shout", "{'text': 'hi'}"), verdict(1)])
        .tools(shout())
        .decoding(strict)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert!(results(&run.transcript)[0].starts_with("shout!:"), "{:?}", results(&run.transcript));
    assert!(run.repairs.is_empty());
}

#[tokio::test]
async fn a_failing_tool_is_told_in_its_own_words() {
    let run = agent::<Verdict>([Reply::call("fail", text("no such city")), verdict(1)])
        .tools(fail())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript)[0], "fail!: no such city");
}

#[tokio::test]
async fn a_panic_is_a_result_and_the_agent_goes_on() {
    let agent = agent::<Verdict>([
        Reply::call("panic", text("boom")),
        verdict(1),
        Reply::call("panic", text("")),
        verdict(2),
    ])
    .tools(panic())
    .build()
    .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!(results(&run.transcript)[0], "panic!: the tool broke: it panicked: boom");
    let next = agent.ask().await.unwrap();
    assert_eq!((results(&next.transcript)[0].as_str(), next.output.score), ("panic: ", 2));
}

#[tokio::test]
async fn retries_are_counted_by_name_whatever_the_arguments() {
    let replies = (0..9).map(|n| Reply::call("fail", text(&n.to_string())));
    let agent = agent::<Verdict>(replies).tools(fail()).tool_retries(3).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::ToolFailures));
    assert_eq!(error.report().turns, 4);
    assert!(error.to_string().contains("`fail`"), "{error}");
}

#[tokio::test]
async fn a_success_sets_the_count_back() {
    let reply = |name: &str| Reply::call(name, text("x"));
    let replies = [reply("flaky"), reply("flaky"), reply("flaky"), reply("flaky"), verdict(1)];
    let run = agent::<Verdict>(replies).tools(flaky(2)).tool_retries(2).build().unwrap().ask().await.unwrap();
    assert_eq!(results(&run.transcript)[..4], ["flaky!: not yet", "flaky!: not yet", "flaky: x", "flaky: x"]);
}

#[tokio::test]
async fn another_tool_does_not_set_the_count_back() {
    let replies = ["fail", "shout", "fail", "shout", "fail"].map(|name| Reply::call(name, text("x")));
    let agent = agent::<Verdict>(replies).tools(tools([fail(), shout()])).tool_retries(2).build().unwrap();
    assert_eq!(error(&agent).await.kind(), ErrorKind::Incomplete(IncompleteReason::ToolFailures));
}

#[tokio::test]
async fn a_tool_that_hangs_is_given_up() {
    tokio::time::pause();
    let run = agent::<Verdict>([Reply::call("hang", text("")), verdict(1)])
        .tools(hang())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert!(
        results(&run.transcript)[0].contains("was not done within 300s"),
        "{:?}",
        results(&run.transcript)
    );
}

#[tokio::test]
async fn a_fatal_error_ends_the_run_with_what_it_said() {
    let agent = agent::<Verdict>([Reply::call("fatal", text("disk full")).and_call("shout", text("hi"))])
        .tools(tools([fatal(), shout()]))
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Tool);
    assert!(error.to_string().contains("disk full"), "{error}");
    assert_eq!(results(&error.report().transcript), ["fatal!: disk full", "shout: HI"]);
}

#[tokio::test]
async fn a_tool_can_stop_the_run() {
    let agent = agent::<Verdict>([Reply::call("halt", text("enough"))]).tools(halt()).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::Stopped));
    assert!(error.to_string().contains("enough"), "{error}");
}

#[tokio::test]
async fn a_fatal_error_outranks_a_wish_to_stop() {
    let agent = agent::<Verdict>([Reply::call("halt", text("enough")).and_call("fatal", text("broken"))])
        .tools(tools([halt(), fatal()]))
        .build()
        .unwrap();
    assert_eq!(error(&agent).await.kind(), ErrorKind::Tool);
}
