//! Budgets: each limit, before a call is made, over chains too.

use std::time::Duration;

use agentkit::agent::{Budget, Limits, Price, Prices};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, IncompleteReason};
use serde_json::json;

use crate::support::{Ask as _, Verdict, agent, error, hang, results, shout, spy, text, tools, verdict};

fn replies(count: usize) -> Vec<Reply> {
    let mut replies: Vec<_> =
        (0..count).map(|n| Reply::call("shout", text(&n.to_string())).usage(100, 10)).collect();
    replies.push(verdict(1).usage(100, 10));
    replies
}

async fn ends(limits: Limits) -> (IncompleteReason, u32, u64) {
    let agent = agent::<Verdict>(replies(5)).tools(shout()).limits(limits).build().unwrap();
    let error = error(&agent).await;
    let ErrorKind::Incomplete(reason) = error.kind() else { panic!("{error}") };
    (reason, error.report().turns, error.report().usage.total())
}

#[tokio::test]
async fn each_limit_ends_the_run_with_its_reason_before_the_next_call() {
    assert_eq!(ends(Limits::new().turns(2)).await, (IncompleteReason::TurnLimit, 2, 220));
    assert_eq!(ends(Limits::new().input_tokens(150)).await, (IncompleteReason::TokenLimit, 2, 220));
    assert_eq!(ends(Limits::new().output_tokens(10)).await, (IncompleteReason::TokenLimit, 1, 110));
    assert_eq!(ends(Limits::new().total_tokens(221)).await, (IncompleteReason::TokenLimit, 3, 330));
    let prices = Prices::new().model("scripted", Price::new(1.0, 10.0));
    assert_eq!(ends(Limits::new().cost(0.0003, prices)).await, (IncompleteReason::CostLimit, 2, 220));
}

#[tokio::test]
async fn the_calls_of_a_turn_that_fit_are_made() {
    let (spy, seen) = spy();
    let reply = Reply::call("spy", text("a")).and_call("spy", text("b")).and_call("spy", text("c"));
    let agent = agent::<Verdict>([reply]).tools(spy).limits(Limits::new().tool_calls(2)).build().unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::ToolCallLimit));
    assert_eq!(*seen.lock().unwrap(), ["a", "b"]);
    assert_eq!(results(&error.report().transcript)[2], "spy!: not run: the budget of tool calls is used up");
}

#[tokio::test]
async fn a_stop_call_still_counts_where_tool_calls_are_used_up() {
    let reply = Reply::call("shout", text("a")).and_call("stop", json!({ "score": 3 }));
    let agent = agent::<Verdict>([reply]).tools(shout()).limits(Limits::new().tool_calls(0)).build().unwrap();
    assert_eq!(agent.ask().await.unwrap().output.score, 3);
}

#[tokio::test]
async fn the_answer_that_passes_a_limit_counts() {
    let agent = agent::<Verdict>([verdict(1).usage(1_000, 1_000)])
        .limits(Limits::new().total_tokens(10))
        .build()
        .unwrap();
    assert_eq!(agent.ask().await.unwrap().output.score, 1);
}

#[tokio::test]
async fn time_ends_a_tool_that_hangs() {
    tokio::time::pause();
    let agent = agent::<Verdict>([Reply::call("hang", text("")).and_call("shout", text("x"))])
        .tools(tools([hang(), shout()]))
        .limits(Limits::new().time(Duration::from_secs(5)))
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TimeLimit));
    assert_eq!(results(&error.report().transcript)[1], "shout: X");
}

#[tokio::test]
async fn a_chain_shares_one_budget() {
    let stage = |name: &'static str| -> Agent<String, String> {
        let model = Scripted::from_fn(move |_| Reply::text(name).usage(50, 50));
        Agent::builder(model).name(name).build().unwrap()
    };
    let chain = stage("a").and_then(stage("b")).and_then(stage("c"));
    let budget = Budget::new(Limits::new().total_tokens(150));
    let error = chain.prepare("go".to_owned()).budget(budget.clone()).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TokenLimit));
    assert_eq!((budget.spent().usage.total(), budget.spent().turns), (200, 2));
    let stages: Vec<_> = error
        .report()
        .stages
        .iter()
        .map(|stage| (stage.name.as_deref().unwrap(), stage.usage.total(), stage.failed))
        .collect();
    assert_eq!(stages, [("a", 100, false), ("b", 100, false), ("c", 0, true)]);
    assert!(error.to_string().contains("stage 3 (`c`)"), "{error}");
}

#[tokio::test]
async fn runs_of_one_budget_share_it() {
    let agent: Agent<String, String> =
        Agent::builder(Scripted::from_fn(|_| Reply::text("x"))).build().unwrap();
    let budget = Budget::new(Limits::new().turns(2));
    for _ in 0..2 {
        agent.prepare("go".to_owned()).budget(budget.clone()).run().await.unwrap();
    }
    let error = agent.prepare("go".to_owned()).budget(budget).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::TurnLimit));
}

#[tokio::test]
async fn an_unpriced_model_is_an_error_and_not_free() {
    let agent: Agent<String, String> = agent::<String>([Reply::text("x")]).build().unwrap();
    let budget = Budget::new(Limits::new().cost(1.0, Prices::new()));
    let error = agent.prepare("go".to_owned()).budget(budget).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Build);
    assert!(error.to_string().contains("no price for the model `scripted`"), "{error}");
}

#[tokio::test]
async fn cached_tokens_have_their_own_price() {
    let price = Price::new(4.0, 8.0).cached_input(1.0);
    let mut usage = agentkit::Usage::new(1_000_000, 0);
    usage.cached_tokens = 500_000;
    assert!((price.of(&usage) - 2.5).abs() < 1e-9);
}
