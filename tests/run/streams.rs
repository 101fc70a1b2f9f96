//! Events, as they happen.

use std::sync::{Arc, Mutex};

use agentkit::agent::{EventKind, RunEvent};
use agentkit::message::AssistantPart;
use agentkit::model::FinishReason;
use agentkit::provider::Reply;
use agentkit::{ErrorKind, Run};
use futures_util::StreamExt;
use serde_json::json;

use crate::support::{Verdict, agent, shout, text, verdict};

/// All events in short, and the run.
async fn events<Out: Send + 'static>(
    mut stream: agentkit::agent::RunStream<Out>,
) -> (Vec<String>, Result<Run<Out>, agentkit::Error>) {
    let mut seen = Vec::new();
    while let Some(event) = stream.next().await {
        match event {
            Ok(RunEvent::Progress(event)) => seen.push(format!("{} {}", event.turn, short(&event.kind))),
            Ok(RunEvent::Finished(run)) => {
                assert!(stream.next().await.is_none());
                return (seen, Ok(run));
            }
            Err(error) => {
                assert!(stream.next().await.is_none());
                return (seen, Err(error));
            }
        }
    }
    panic!("the stream ended without an end");
}

fn short(kind: &EventKind) -> String {
    match kind {
        EventKind::Text(text) => format!("text {text}"),
        EventKind::Reasoning(text) => format!("reasoning {text}"),
        EventKind::CallStarted { name, .. } => format!("call {name}"),
        EventKind::Arguments { json, .. } => format!("arguments {json}"),
        EventKind::Partial(partial) => format!("partial {}", partial.value()),
        EventKind::Reply { finish, .. } => format!("reply {finish}"),
        EventKind::ToolStarted(call) => format!("started {}", call.name),
        EventKind::ToolResult(result) => format!("result {}", result.content),
        EventKind::Retry(why) => format!("retry {why}"),
        other => format!("{other:?}"),
    }
}

#[tokio::test]
async fn text_comes_in_pieces_and_adds_up() {
    let agent = agent::<String>([Reply::of([
        AssistantPart::reasoning("Well, hm.", None),
        AssistantPart::text("Hello, world."),
    ])])
    .build()
    .unwrap();
    let (seen, run) = events(agent.stream("go".to_owned())).await;
    let text: String = seen.iter().filter_map(|event| event.strip_prefix("1 text ")).collect();
    let reasoning: String = seen.iter().filter_map(|event| event.strip_prefix("1 reasoning ")).collect();
    assert_eq!(
        (text.as_str(), reasoning.as_str(), run.unwrap().output.as_str()),
        ("Hello, world.", "Well, hm.", "Hello, world.")
    );
    assert_eq!(seen.last().unwrap(), "1 reply stop");
}

#[tokio::test]
async fn a_tool_turn_has_its_events_in_order() {
    let agent =
        agent::<Verdict>([Reply::call("shout", text("hi")), verdict(3)]).tools(shout()).build().unwrap();
    let (seen, run) = events(agent.stream("go".to_owned())).await;
    let first: Vec<_> =
        seen.iter().filter(|event| event.starts_with("1 ") && !event.contains("arguments")).collect();
    assert_eq!(first, ["1 call shout", "1 reply tool calls", "1 started shout", "1 result HI"]);
    assert_eq!(run.unwrap().output.score, 3);
}

#[tokio::test]
async fn the_answer_grows() {
    let replies = [Reply::call("stop", json!({ "result": ["one", "two"] }))];
    let agent = agent::<Vec<String>>(replies).build().unwrap();
    let mut stream = agent.stream("go".to_owned());
    let mut grown = Vec::new();
    while let Some(event) = stream.next().await {
        if let RunEvent::Progress(event) = event.unwrap()
            && let EventKind::Partial(partial) = event.kind
        {
            grown.push(partial.value());
        }
    }
    assert!(grown.contains(&json!({ "result": ["one", ""] })), "{grown:?}");
    assert_eq!(grown.last().unwrap(), &json!({ "result": ["one", "two"] }));
    let lengths: Vec<_> = grown.iter().map(|value| value.to_string().len()).collect();
    assert!(lengths.len() > 3 && lengths.is_sorted(), "{grown:?}");
}

#[tokio::test]
async fn a_partial_has_a_typed_view() {
    let agent = agent::<Verdict>([verdict(42)]).build().unwrap();
    let mut stream = agent.stream("go".to_owned());
    let mut views = Vec::new();
    while let Some(event) = stream.next().await {
        if let RunEvent::Progress(event) = event.unwrap()
            && let EventKind::Partial(partial) = event.kind
        {
            views.push(partial.view::<crate::support::VerdictPartial>().and_then(|view| view.score));
        }
    }
    assert_eq!((views.first().unwrap(), views.last().unwrap()), (&None, &Some(42)));
}

#[tokio::test]
async fn a_retry_is_an_event() {
    let agent = agent::<Verdict>([Reply::call("stop", "{}"), verdict(1)]).build().unwrap();
    let (seen, _) = events(agent.stream("go".to_owned())).await;
    assert!(seen.iter().any(|event| event.starts_with("1 retry the required member `score`")), "{seen:?}");
}

#[tokio::test]
async fn a_failure_ends_the_stream_with_the_error() {
    let agent = agent::<String>([Reply::text("half").finish(FinishReason::Length)]).build().unwrap();
    let (_, ended) = events(agent.stream("go".to_owned())).await;
    assert_eq!(ended.unwrap_err().kind(), ErrorKind::Truncated);
}

#[tokio::test]
async fn a_listener_is_told_the_same_as_a_stream() {
    let replies = || [Reply::call("shout", text("hi")), verdict(3)];
    let (streamed, _) =
        events(agent::<Verdict>(replies()).tools(shout()).build().unwrap().stream("go".to_owned())).await;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&heard);
    let agent = agent::<Verdict>(replies()).tools(shout()).build().unwrap();
    agent
        .prepare("go".to_owned())
        .on_event(move |event| keep.lock().unwrap().push(format!("{} {}", event.turn, short(&event.kind))))
        .run()
        .await
        .unwrap();
    assert_eq!(
        heard.lock().unwrap().iter().filter(|event| !event.contains("partial")).collect::<Vec<_>>(),
        streamed.iter().filter(|event| !event.contains("partial")).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn events_of_a_chain_name_their_agents() {
    let first = agent::<String>([Reply::text("x")]).name("first").build().unwrap();
    let second = agent::<Verdict>([verdict(1)]).name("second").build().unwrap();
    let mut stream = first.and_then(second).stream("go".to_owned());
    let mut names = Vec::new();
    while let Some(event) = stream.next().await {
        if let RunEvent::Progress(event) = event.unwrap() {
            names.push(event.agent.unwrap().to_string());
        }
    }
    names.dedup();
    assert_eq!(names, ["first", "second"]);
}
