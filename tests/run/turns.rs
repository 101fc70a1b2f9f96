//! Turns: tools that run, fail, and are told of.

use agentkit::model::FinishReason;
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Finish, IncompleteReason, Tool, ToolError};
use serde_json::json;

use crate::support::{Ask as _, Verdict, agent, error, fatal, results, shout, spy, text, tools, verdict};

#[tokio::test]
async fn plain_text_out() {
    let run = agent::<String>([Reply::text("hello")]).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.turns, run.finish), ("hello", 1, Finish::Complete));
}

#[tokio::test]
async fn a_tool_turn_then_an_answer() {
    let run = agent::<Verdict>([Reply::call("shout", text("hi")), verdict(3)])
        .tools(shout())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(run.output, Verdict { score: 3 });
    assert_eq!(results(&run.transcript), ["shout: HI", "stop: accepted"]);
}

#[tokio::test]
async fn results_go_back_in_call_order_however_tools_end() {
    let slow = Tool::new("slow", "Slow.", |_: crate::support::Text| async {
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        Ok::<_, ToolError>("slow".to_owned())
    });
    let reply = Reply::call("slow", text("")).and_call("shout", text("quick"));
    let run = agent::<Verdict>([reply, verdict(1)])
        .tools(tools([slow, shout()]))
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript)[..2], ["slow: slow", "shout: QUICK"]);
}

#[tokio::test]
async fn tools_of_one_turn_run_at_once() {
    // Each waits for the other: one after the other would never end.
    let barrier = std::sync::Arc::new(tokio::sync::Barrier::new(2));
    let meet = Tool::new("meet", "Meets.", move |_: crate::support::Text| {
        let barrier = std::sync::Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Ok::<_, ToolError>("met".to_owned())
        }
    });
    let reply = Reply::call("meet", text("a")).and_call("meet", text("b"));
    let run = agent::<Verdict>([reply, verdict(1)]).tools(meet).build().unwrap().ask().await.unwrap();
    assert_eq!(results(&run.transcript)[..2], ["meet: met", "meet: met"]);
}

#[tokio::test]
async fn one_call_at_a_time_where_the_agent_says_so() {
    let inside = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let alone = Tool::new("alone", "Alone.", move |_: crate::support::Text| {
        let inside = std::sync::Arc::clone(&inside);
        async move {
            let others = inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            tokio::task::yield_now().await;
            inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
            Ok::<_, ToolError>(others.to_string())
        }
    });
    let reply = Reply::call("alone", text("a")).and_call("alone", text("b")).and_call("alone", text("c"));
    let run = agent::<Verdict>([reply, verdict(1)])
        .tools(alone)
        .tool_concurrency(1)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript)[..3], ["alone: 0", "alone: 0", "alone: 0"]);
}

#[tokio::test]
async fn a_map_is_an_argument() {
    use std::collections::BTreeMap;
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Scores {
        scores: BTreeMap<String, u32>,
    }
    let sum = Tool::new("sum", "Sums.", |Scores { scores }: Scores| async move {
        Ok::<_, ToolError>(scores.values().sum::<u32>())
    });
    let run = agent::<Verdict>([Reply::call("sum", json!({ "scores": { "a": 1, "b": 2 } })), verdict(1)])
        .tools(sum)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!(results(&run.transcript)[0], "sum: 3");
}

#[tokio::test]
async fn ids_that_stand_twice_are_made_unique() {
    use agentkit::message::{AssistantPart, ToolCall};
    let call = |id: &str| AssistantPart::ToolCall(ToolCall::new(id, "shout", text("x").to_string()));
    let run =
        agent::<Verdict>([Reply::of([call("same"), call("same")]), Reply::of([call("same")]), verdict(1)])
            .tools(shout())
            .build()
            .unwrap()
            .ask()
            .await
            .unwrap();
    assert_eq!(run.transcript.tool_calls().count(), 4);
}

#[tokio::test]
async fn text_beside_calls_is_kept_and_is_no_answer() {
    use agentkit::message::{AssistantPart, ToolCall};
    let parts = [
        AssistantPart::text("Let me see."),
        AssistantPart::ToolCall(ToolCall::new("1", "shout", text("x").to_string())),
    ];
    let run = agent::<String>([Reply::of(parts), Reply::text("X")])
        .tools(shout())
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!((run.output.as_str(), run.turns), ("X", 2));
}

#[tokio::test]
async fn fifty_turns_are_the_limit_unless_set() {
    let model = Scripted::from_fn(|_| Reply::call("shout", text("again")));
    let agent: Agent<String, Verdict> = Agent::builder(model.clone()).tools(shout()).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TurnLimit));
    assert_eq!(model.requests().len(), 51);
    let last = model.requests().pop().unwrap();
    assert_eq!(last.tools.as_slice().iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>(), ["stop"]);
}

#[tokio::test]
async fn an_answer_to_the_last_call_is_ok_and_says_so() {
    let run = agent::<Verdict>([Reply::call("shout", text("x")), verdict(9)])
        .tools(shout())
        .max_turns(1)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert_eq!((run.output.score, run.finish, run.turns), (9, Finish::TurnLimit, 2));
}

#[tokio::test]
async fn a_tool_call_to_the_last_call_is_not_run() {
    let (spy, seen) = spy();
    let agent = agent::<Verdict>([Reply::call("spy", text("1")), Reply::call("spy", text("2"))])
        .tools(spy)
        .max_turns(1)
        .build()
        .unwrap();
    assert_eq!(error(&agent).await.kind(), ErrorKind::Incomplete(IncompleteReason::TurnLimit));
    assert_eq!(*seen.lock().unwrap(), ["1"]);
}

#[tokio::test]
async fn usage_is_the_sum_of_the_replies_also_on_errors() {
    let replies = || [Reply::call("shout", text("x")).usage(10, 2), verdict(1).usage(20, 3)];
    let run = agent::<Verdict>(replies()).tools(shout()).build().unwrap().ask().await.unwrap();
    assert_eq!((run.usage.input_tokens, run.usage.output_tokens, run.usage.requests), (30, 5, 2));
    let agent =
        agent::<Verdict>([Reply::call("fatal", text("x")).usage(10, 2)]).tools(fatal()).build().unwrap();
    assert_eq!(error(&agent).await.report().usage.total(), 12);
}

#[tokio::test]
async fn the_script_running_out_is_a_provider_error_that_says_so() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x"))]).tools(shout()).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Provider);
    assert!(error.to_string().contains("the script ran out: it had 1 replies"), "{error}");
    assert_eq!(results(&error.report().transcript), ["shout: X"]);
}

#[tokio::test]
async fn a_pause_is_resent() {
    use agentkit::message::AssistantPart;
    let pause = Reply::of([AssistantPart::text("Searching...")]).finish(FinishReason::Pause);
    let run = agent::<String>([pause, Reply::text("Found.")]).build().unwrap().ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.turns), ("Found.", 2));
}
