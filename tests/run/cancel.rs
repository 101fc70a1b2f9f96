//! Runs that are cut short.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Tool, ToolError};
use tokio_util::sync::CancellationToken;

use crate::support::{Ask as _, Text, Verdict, agent, assert_closed, results, shout, text, tools, verdict};

/// Sets the flag when it is dropped.
struct OnDrop(Arc<AtomicBool>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A tool that hangs, tells when it has begun, and when it is dropped.
fn hanging() -> (Tool, Arc<tokio::sync::Notify>, Arc<AtomicBool>) {
    let (begun, dropped) = (Arc::new(tokio::sync::Notify::new()), Arc::new(AtomicBool::new(false)));
    let (notify, flag) = (Arc::clone(&begun), Arc::clone(&dropped));
    let tool = Tool::new("hang", "Hangs.", move |_: Text| {
        let guard = OnDrop(Arc::clone(&flag));
        notify.notify_one();
        async move {
            let _guard = guard;
            std::future::pending::<()>().await;
            Ok::<_, ToolError>(String::new())
        }
    });
    (tool, begun, dropped)
}

#[tokio::test]
async fn a_cancelled_token_ends_provider_and_tools_at_once() {
    let (tool, begun, dropped) = hanging();
    let reply = Reply::call("shout", text("x")).and_call("hang", text(""));
    let agent = agent::<Verdict>([reply.usage(3, 4)]).tools(tools([tool, shout()])).build().unwrap();
    let token = CancellationToken::new();
    let run = agent.prepare("go".to_owned()).cancel_on(token.clone()).run();
    let cancel = async {
        begun.notified().await;
        token.cancel();
    };
    let (ended, ()) = tokio::join!(run, cancel);
    let error = ended.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert!(dropped.load(Ordering::SeqCst));
    assert_closed(&error.report().transcript);
    assert_eq!(
        results(&error.report().transcript),
        ["shout: X", "hang!: not run: the run ended before the call did"]
    );
    assert_eq!(error.report().usage.total(), 7);
}

#[tokio::test]
async fn a_token_that_is_cancelled_already_ends_the_run_before_it_begins() {
    let token = CancellationToken::new();
    token.cancel();
    let agent = agent::<Verdict>([verdict(1)]).build().unwrap();
    let error = agent.prepare("go".to_owned()).cancel_on(token).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[tokio::test]
async fn a_dropped_future_stops_its_tools_and_the_agent_is_as_good_as_new() {
    let (tool, begun, dropped) = hanging();
    let agent = agent::<Verdict>([Reply::call("hang", text("")), verdict(2)]).tools(tool).build().unwrap();
    tokio::select! {
        _ = agent.run("go".to_owned()) => panic!("it hangs"),
        () = begun.notified() => {}
    }
    assert!(dropped.load(Ordering::SeqCst));
    assert_eq!(agent.ask().await.unwrap().output.score, 2);
}

#[tokio::test]
async fn a_session_keeps_a_closed_conversation_when_a_run_is_dropped() {
    let (tool, begun, _) = hanging();
    let agent = agent::<Verdict>([Reply::call("hang", text("")), verdict(2)]).tools(tool).build().unwrap();
    let mut session = agent.session();
    tokio::select! {
        _ = session.run("first".to_owned()) => panic!("it hangs"),
        () = begun.notified() => {}
    }
    assert_closed(session.transcript());
    assert_eq!(session.transcript().len(), 3);
    let run = session.run("second".to_owned()).await.unwrap();
    assert_eq!((run.output.score, run.transcript.len()), (2, 6));
    assert_closed(&run.transcript);
}

#[tokio::test]
async fn tools_see_that_they_are_cancelled() {
    let seen = Arc::new(std::sync::Mutex::new(None));
    let keep = Arc::clone(&seen);
    let tool = Tool::from_schema(
        "ctx",
        "Looks.",
        serde_json::json!({ "type": "object", "properties": {} }),
        move |_, context| {
            *keep.lock().unwrap() = Some(context.cancellation().clone());
            Box::pin(async { Ok(String::new()) })
        },
    );
    agent::<Verdict>([Reply::call("ctx", "{}"), verdict(1)])
        .tools(tool)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert!(seen.lock().unwrap().as_ref().unwrap().is_cancelled(), "the run is over");
}

#[tokio::test]
async fn a_chain_is_cancelled_between_its_stages() {
    let token = CancellationToken::new();
    let cancel = token.clone();
    let first = agent::<String>([Reply::text("x")]).build().unwrap().map(move |text| {
        cancel.cancel();
        text
    });
    let model = Scripted::new([verdict(1)]);
    let second: Agent<String, Verdict> = Agent::builder(model.clone()).build().unwrap();
    let error = first.and_then(second).prepare("go".to_owned()).cancel_on(token).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert!(model.requests().is_empty());
    assert_eq!(error.report().stages.len(), 2);
}
