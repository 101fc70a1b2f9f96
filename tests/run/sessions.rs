//! Conversations over several runs, and conversations that grow too long.

use agentkit::agent::Window;
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Transcript};

use crate::support::{Ask as _, Verdict, agent, assert_closed, results, shout, text, verdict};

#[tokio::test]
async fn a_session_remembers_what_was_said() {
    let model = Scripted::new([verdict(1), Reply::call("shout", text("x")), verdict(2)]);
    let agent: Agent<String, Verdict> = Agent::builder(model.clone()).tools(shout()).build().unwrap();
    let mut session = agent.session();
    assert_eq!(session.run("first".to_owned()).await.unwrap().output.score, 1);
    assert_eq!(session.run("second".to_owned()).await.unwrap().output.score, 2);
    assert_closed(session.transcript());
    let said: Vec<_> = model.requests().iter().map(|request| request.messages.len()).collect();
    assert_eq!(said, [1, 4, 6]);
}

#[tokio::test]
async fn a_failed_run_stays_in_the_conversation() {
    let agent = agent::<Verdict>([Reply::refusal("no"), verdict(2)]).build().unwrap();
    let mut session = agent.session();
    assert_eq!(session.run("first".to_owned()).await.unwrap_err().kind(), ErrorKind::Refused);
    assert_eq!(session.run("again".to_owned()).await.unwrap().output.score, 2);
    assert_closed(session.transcript());
}

#[tokio::test]
async fn a_stored_conversation_is_taken_up_again() {
    let agent = agent::<Verdict>([verdict(1), verdict(2)]).build().unwrap();
    let mut session = agent.session();
    session.run("first".to_owned()).await.unwrap();
    let stored = serde_json::to_string(&session.into_transcript()).unwrap();
    let transcript: Transcript = serde_json::from_str(&stored).unwrap();
    let run = agent.session_from(transcript.clone()).run("second".to_owned()).await.unwrap();
    assert_eq!((run.output.score, run.transcript.len()), (2, 6));
    assert_eq!(run.transcript.messages()[..3], transcript.messages()[..]);
}

#[tokio::test]
async fn a_stored_conversation_has_a_version() {
    let agent = agent::<Verdict>([verdict(1)]).build().unwrap();
    let run = agent.ask().await.unwrap();
    let mut stored = serde_json::to_value(&run.transcript).unwrap();
    assert!(stored["version"].is_u64(), "{stored}");
    stored["version"] = serde_json::json!(99);
    let error = serde_json::from_value::<Transcript>(stored).unwrap_err();
    assert!(error.to_string().contains("99"), "{error}");
}

#[tokio::test]
async fn a_conversation_with_open_calls_is_closed_before_it_goes_on() {
    use agentkit::Message;
    use agentkit::message::{AssistantPart, ToolCall};
    let mut transcript = Transcript::new();
    transcript.push(Message::user("hi"));
    transcript.push(Message::assistant([AssistantPart::ToolCall(ToolCall::new("c", "shout", "{}"))]));
    let agent = agent::<Verdict>([verdict(1)]).tools(shout()).build().unwrap();
    let run = agent.prepare("go on".to_owned()).transcript(transcript).run().await.unwrap();
    assert_closed(&run.transcript);
    assert_eq!(results(&run.transcript)[0], "shout!: not run: the run ended before the call did");
}

fn turns(count: usize) -> Vec<Reply> {
    (0..count)
        .map(|n| Reply::call("shout", text(&format!("t{n}"))).usage(100 * (n as u64 + 1), 1))
        .chain([verdict(1)])
        .collect()
}

#[tokio::test]
async fn the_oldest_exchanges_are_dropped_call_and_result_together() {
    let model = Scripted::new(turns(6));
    let agent: Agent<String, Verdict> = Agent::builder(model.clone())
        .tools(shout())
        .window(Window::drop_oldest(2).over_messages(7))
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!(run.transcript.tool_calls().count(), 7, "the report has all of it");
    for request in model.requests() {
        assert!(request.messages.len() <= 7);
        assert_closed(&request.messages);
        assert_eq!(request.messages.messages()[0].text(), "go");
    }
}

#[tokio::test]
async fn old_results_are_cleared_and_their_calls_stay() {
    let model = Scripted::new(turns(4));
    let agent: Agent<String, Verdict> = Agent::builder(model.clone())
        .tools(shout())
        .window(Window::clear_results(1).over_tokens(250))
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!(results(&run.transcript)[..4], ["shout: T0", "shout: T1", "shout: T2", "shout: T3"]);
    let last = model.requests().pop().unwrap();
    assert_closed(&last.messages);
    assert_eq!(
        results(&last.messages)[..2],
        ["shout: (cleared, to save room)", "shout: (cleared, to save room)"]
    );
}

#[tokio::test]
async fn old_exchanges_are_summed_up_by_an_agent_whose_usage_counts() {
    let summariser: Agent<String, String> = Agent::builder(Scripted::from_fn(|request| {
        let asked = request.messages.messages()[0].text();
        Reply::text(format!("{} results so far", asked.matches("result of").count())).usage(1_000, 0)
    }))
    .build()
    .unwrap();
    let model = Scripted::new(turns(4));
    let agent: Agent<String, Verdict> = Agent::builder(model.clone())
        .tools(shout())
        .window(Window::summarise(summariser, 1).over_messages(6))
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    let summed = model.requests().iter().any(|request| {
        request.messages.messages().iter().any(|message| message.text().contains("results so far"))
    });
    assert!(summed);
    assert!(run.usage.total() >= 2_000, "{:?}", run.usage);
    assert_eq!(run.transcript.tool_calls().count(), 5);
}

#[tokio::test]
async fn nothing_is_cut_unless_asked_for() {
    let model = Scripted::new(turns(8));
    let agent: Agent<String, Verdict> = Agent::builder(model.clone()).tools(shout()).build().unwrap();
    agent.ask().await.unwrap();
    assert_eq!(model.requests().last().unwrap().messages.len(), 17);
}
