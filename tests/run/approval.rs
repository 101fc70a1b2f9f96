//! Calls that wait: for a decision, or for a result from outside.

use agentkit::agent::{Decision, PendingRun, WaitsFor};
use agentkit::provider::{Reply, Scripted};
use agentkit::tool::ToolOptions;
use agentkit::{Agent, ErrorKind, Tool};
use serde_json::json;

use crate::support::{Ask as _, Text, Verdict, agent, error, results, shout, spy, text, tools, verdict};

/// A tool that needs approval and notes its calls.
fn risky() -> (Tool, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    let (tool, seen) = spy();
    let mut options = ToolOptions::default();
    options.needs_approval = true;
    (tool.with_options(options), seen)
}

async fn pending(agent: &Agent<String, Verdict>) -> PendingRun {
    let error = error(agent).await;
    assert_eq!(error.kind(), ErrorKind::Pending, "{error}");
    // Through its stored form, as in another process.
    let stored = serde_json::to_string(&error.into_pending().unwrap()).unwrap();
    serde_json::from_str(&stored).unwrap()
}

fn ids(pending: &PendingRun) -> Vec<String> {
    pending.calls().iter().map(|waiting| waiting.call.id.clone()).collect()
}

#[tokio::test]
async fn an_approved_call_runs_and_the_run_goes_on() {
    let (tool, seen) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a")).usage(10, 1), verdict(1).usage(20, 2)])
        .tools(tool)
        .build()
        .unwrap();
    let pending = pending(&agent).await;
    assert!(seen.lock().unwrap().is_empty());
    let run = agent.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap();
    assert_eq!((run.output.score, run.turns, run.usage.total()), (1, 2, 33));
    assert_eq!(results(&run.transcript)[0], "spy: a");
}

#[tokio::test]
async fn an_ordinary_call_beside_it_is_done_in_either_order() {
    for first in [true, false] {
        let (tool, seen) = risky();
        let reply = if first {
            Reply::call("spy", text("a")).and_call("shout", text("b"))
        } else {
            Reply::call("shout", text("b")).and_call("spy", text("a"))
        };
        let agent = agent::<Verdict>([reply, verdict(1)]).tools(tools([tool, shout()])).build().unwrap();
        let pending = pending(&agent).await;
        assert_eq!(pending.calls().len(), 1);
        let run =
            agent.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap();
        let expected = if first { ["spy: a", "shout: B"] } else { ["shout: B", "spy: a"] };
        assert_eq!(results(&run.transcript)[..2], expected);
        assert_eq!(*seen.lock().unwrap(), ["a"]);
    }
}

#[tokio::test]
async fn two_approvals_in_one_reply_are_decided_each_by_its_id() {
    let (tool, seen) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a")).and_call("spy", text("b")), verdict(1)])
        .tools(tool)
        .build()
        .unwrap();
    let pending = pending(&agent).await;
    let ids = ids(&pending);
    // In the other order.
    let decisions =
        [(ids[1].clone(), Decision::Approve), (ids[0].clone(), Decision::Refuse("too early".into()))];
    let run = agent.resume(pending, decisions).await.unwrap();
    let results = results(&run.transcript);
    assert!(results[0].starts_with("spy!: ") && results[0].contains("too early"), "{results:?}");
    assert_eq!(results[1], "spy: b");
    assert_eq!(*seen.lock().unwrap(), ["b"]);
}

#[tokio::test]
async fn approval_with_other_arguments_keeps_the_models_in_the_conversation() {
    let (tool, seen) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a")), verdict(1)]).tools(tool).build().unwrap();
    let pending = pending(&agent).await;
    let run = agent
        .resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::ApproveWith(text("edited")))])
        .await
        .unwrap();
    assert_eq!(*seen.lock().unwrap(), ["edited"]);
    assert_eq!(run.transcript.tool_calls().next().unwrap().arguments, text("a").to_string());
}

#[tokio::test]
async fn decisions_must_be_for_exactly_the_calls_that_wait() {
    let (tool, _) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a")).and_call("spy", text("b")), verdict(1)])
        .tools(tool)
        .build()
        .unwrap();
    let pending = pending(&agent).await;
    let ids = ids(&pending);
    for (decisions, said) in [
        (vec![(ids[0].clone(), Decision::Approve)], "there is no decision for"),
        (
            vec![
                (ids[0].clone(), Decision::Approve),
                (ids[1].clone(), Decision::Approve),
                ("x".into(), Decision::Approve),
            ],
            "no call `x` waits",
        ),
        (
            vec![
                (ids[0].clone(), Decision::Approve),
                (ids[0].clone(), Decision::Approve),
                (ids[1].clone(), Decision::Approve),
            ],
            "two decisions",
        ),
        (
            vec![(ids[0].clone(), Decision::Result("r".into())), (ids[1].clone(), Decision::Approve)],
            "takes no result from outside",
        ),
    ] {
        let error = agent.resume(pending.clone(), decisions).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(error.into_pending().as_ref(), Some(&pending), "it can be tried again");
    }
}

#[tokio::test]
async fn a_policy_decides_which_calls_wait() {
    let (tool, seen) = spy();
    let agent =
        agent::<Verdict>([Reply::call("spy", text("safe")), Reply::call("spy", text("risky")), verdict(1)])
            .tools(tool)
            .approve(|call| call.arguments.contains("risky"))
            .build()
            .unwrap();
    let pending = pending(&agent).await;
    assert_eq!((pending.calls().len(), seen.lock().unwrap().len()), (1, 1));
    let run = agent.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap();
    assert_eq!(run.turns, 3);
}

#[tokio::test]
async fn a_stop_call_beside_a_waiting_call_waits_too() {
    let (tool, seen) = risky();
    let reply = Reply::call("spy", text("a")).and_call("stop", json!({ "score": 4 }));
    let agent = agent::<Verdict>([reply]).tools(tool).build().unwrap();
    let pending = pending(&agent).await;
    let run = agent.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap();
    assert_eq!((run.output.score, run.turns), (4, 1));
    assert_eq!(*seen.lock().unwrap(), ["a"]);
}

#[tokio::test]
async fn a_refusal_sends_a_stop_call_back() {
    let (tool, _) = risky();
    let reply = Reply::call("spy", text("a")).and_call("stop", json!({ "score": 4 }));
    let agent = agent::<Verdict>([reply, verdict(0)]).tools(tool).build().unwrap();
    let pending = pending(&agent).await;
    let run = agent
        .resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Refuse("no".into()))])
        .await
        .unwrap();
    assert_eq!((run.output.score, run.turns), (0, 2));
}

#[tokio::test]
async fn an_external_tools_result_comes_later() {
    let tool = Tool::external::<Text>("ask_human", "Asks a human.");
    let agent =
        agent::<Verdict>([Reply::call("ask_human", text("why?")), verdict(1)]).tools(tool).build().unwrap();
    let pending = pending(&agent).await;
    assert_eq!(pending.calls()[0].waits_for, WaitsFor::Result);
    let id = ids(&pending)[0].clone();
    let run =
        agent.resume(pending.clone(), [(id.clone(), Decision::Result("because".into()))]).await.unwrap();
    assert_eq!(results(&run.transcript)[0], "ask_human: because");
    let error = agent.resume(pending, [(id, Decision::Approve)]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
}

#[tokio::test]
async fn another_agent_cannot_go_on_with_it() {
    let (tool, _) = risky();
    let one = agent::<Verdict>([Reply::call("spy", text("a"))]).name("one").tools(tool).build().unwrap();
    let other = agent::<Verdict>([verdict(1)]).name("other").build().unwrap();
    let pending = pending(&one).await;
    let error =
        other.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input);
    assert!(error.to_string().contains("another agent"), "{error}");
}

#[tokio::test]
async fn a_chain_goes_on_from_the_stage_that_waited() {
    let (tool, _) = risky();
    let first: Agent<String, String> = agent::<String>([Reply::text("notes").usage(1, 1)]).build().unwrap();
    let second: Agent<String, Verdict> =
        Agent::builder(Scripted::new([Reply::call("spy", text("a")).usage(2, 2), verdict(3).usage(4, 4)]))
            .tools(tool)
            .build()
            .unwrap();
    let chain = first.and_then(second).map(|verdict| verdict);
    let pending = pending(&chain).await;
    let run = chain.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap();
    assert_eq!((run.output.score, run.usage.total(), run.stages.len(), run.turns), (3, 14, 2, 3));
}

#[tokio::test]
async fn a_run_can_wait_more_than_once() {
    let (tool, seen) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a")), Reply::call("spy", text("b")), verdict(1)])
        .tools(tool)
        .build()
        .unwrap();
    let first = pending(&agent).await;
    let error = agent.resume(first.clone(), [(ids(&first)[0].clone(), Decision::Approve)]).await.unwrap_err();
    let second = error.into_pending().unwrap();
    let run = agent.resume(second.clone(), [(ids(&second)[0].clone(), Decision::Approve)]).await.unwrap();
    assert_eq!((run.turns, seen.lock().unwrap().clone()), (3, vec!["a".to_owned(), "b".to_owned()]));
}

#[tokio::test]
async fn a_stored_run_of_another_version_is_refused() {
    let (tool, _) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a"))]).tools(tool).build().unwrap();
    let mut stored = serde_json::to_value(pending(&agent).await).unwrap();
    stored["version"] = json!(99);
    let pending: PendingRun = serde_json::from_value(stored).unwrap();
    let error =
        agent.resume(pending.clone(), [(ids(&pending)[0].clone(), Decision::Approve)]).await.unwrap_err();
    assert!(error.to_string().contains("version 99"), "{error}");
}

#[tokio::test]
async fn the_conversation_of_a_waiting_run_is_closed_in_the_report() {
    let (tool, _) = risky();
    let agent = agent::<Verdict>([Reply::call("spy", text("a"))]).tools(tool).build().unwrap();
    // `ask` checks the transcript.
    assert_eq!(agent.ask().await.unwrap_err().kind(), ErrorKind::Pending);
}
