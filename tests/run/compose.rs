//! Agents made of agents.

use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Finish, route};
use serde_json::json;

use crate::support::{Ask as _, Intent, NoVerdict, Verdict, agent, error, results, text, verdict};

/// An agent that says what it was asked, with a mark.
fn echo(mark: &'static str) -> Agent<String, String> {
    let model = Scripted::from_fn(move |request| {
        let asked = request.messages.messages()[0].text();
        Reply::text(format!("{asked}{mark}")).usage(1, 1)
    });
    Agent::builder(model).name(mark).build().unwrap()
}

fn refusing() -> Agent<String, String> {
    Agent::builder(Scripted::from_fn(|_| Reply::refusal("no").usage(5, 0))).name("refusing").build().unwrap()
}

#[tokio::test]
async fn a_chain_sums_usage_and_keeps_each_stage() {
    let run = echo("a").and_then(echo("b")).and_then(echo("c")).ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.usage.total(), run.turns), ("goabc", 6, 3));
    let stages: Vec<_> =
        run.stages.iter().map(|stage| (stage.name.as_deref().unwrap(), stage.transcript.len())).collect();
    assert_eq!(stages, [("a", 2), ("b", 2), ("c", 2)]);
}

#[tokio::test]
async fn a_chain_stops_at_the_first_failing_stage_and_says_which() {
    let error = error(&echo("a").and_then(refusing()).and_then(echo("c"))).await;
    assert_eq!((error.kind(), error.report().usage.total()), (ErrorKind::Refused, 7));
    assert!(error.to_string().contains("stage 2 (`refusing`)"), "{error}");
    assert_eq!(error.report().stages.len(), 2);
}

#[tokio::test]
async fn map_and_contramap_adapt() {
    let adapted = echo("!").contramap(|number: u32| format!("n{number}")).map(|text| text.len());
    assert_eq!(adapted.run(7).await.unwrap().output, 3);
}

#[tokio::test]
async fn async_variants_wait() {
    let adapted = echo("!")
        .contramap_async(|number: u32| async move { format!("n{number}") })
        .map_async(|text| async move { text + "?" });
    assert_eq!(adapted.run(7).await.unwrap().output, "n7!?");
}

#[tokio::test]
async fn a_function_that_fails_ends_the_chain_with_its_source() {
    let parsed = echo("").try_map(|text| text.parse::<u32>());
    assert_eq!(parsed.run("12".to_owned()).await.unwrap().output, 12);
    let error = parsed.run("twelve".to_owned()).await.unwrap_err();
    assert_eq!((error.kind(), error.report().usage.total()), (ErrorKind::Function, 2));
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("invalid digit"));
    let parsed = echo("").try_map_async(|text| async move { text.parse::<u32>() });
    assert!(parsed.run("x".to_owned()).await.is_err());
}

#[tokio::test]
async fn zip_runs_both_on_one_input() {
    let run = echo("a").zip(echo("b")).ask().await.unwrap();
    assert_eq!((run.output, run.usage.total()), (("goa".to_owned(), "gob".to_owned()), 4));
}

#[tokio::test]
async fn zip_fails_with_the_one_that_failed_and_keeps_the_others_usage() {
    // The second of these fails before the other has begun, and cancels it.
    for (zipped, used) in [(echo("a").zip(refusing()), 7), (refusing().zip(echo("a")), 5)] {
        let error = error(&zipped).await;
        assert_eq!((error.kind(), error.report().usage.total()), (ErrorKind::Refused, used));
    }
}

#[tokio::test]
async fn each_gives_one_result_an_input_in_order() {
    let model = Scripted::from_fn(|request| match request.messages.messages()[0].text().as_str() {
        "bad" => Reply::refusal("no").usage(1, 0),
        asked => Reply::text(asked.to_uppercase()).usage(1, 0),
    });
    let agent: Agent<String, String> = Agent::builder(model).build().unwrap();
    let run = agent.each(2).run(["a", "bad", "c"].map(str::to_owned).to_vec()).await.unwrap();
    let outputs: Vec<_> = run
        .output
        .iter()
        .map(|output| output.as_ref().map(String::as_str).map_err(agentkit::Error::kind))
        .collect();
    assert_eq!(outputs, [Ok("A"), Err(ErrorKind::Refused), Ok("C")]);
    assert_eq!((run.usage.total(), run.stages.len()), (3, 3));
    assert!(echo("").each(4).run(Vec::new()).await.unwrap().output.is_empty());
}

#[tokio::test]
async fn a_route_goes_to_the_variants_agent() {
    let desk = |reply: Reply| {
        let triage = agent::<Intent>([reply.usage(1, 0)]).build().unwrap();
        let (refunds, complaints, talk) =
            (echo("r").contramap(|order: u32| order.to_string()), echo("c"), echo("t"));
        route!(triage, {
            Intent::Refund { order } => refunds(order),
            Intent::Complaint { about } => complaints(about),
            Intent::General => talk("hi".to_owned()),
        })
    };
    let run = desk(Reply::call("refund", json!({ "order": 7 }))).ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.usage.total()), ("7r", 3));
    assert_eq!(desk(Reply::call("general", "{}")).ask().await.unwrap().output, "hit");
}

fn judge(reply: Reply) -> Agent<String, Result<Verdict, NoVerdict>> {
    agent([reply]).build().unwrap()
}

fn failing() -> Reply {
    Reply::call("task_failed", json!({ "reason": "no data" }))
}

#[tokio::test]
async fn a_failure_report_short_circuits() {
    let explain = || echo("!").contramap(|verdict: Verdict| verdict.score.to_string());
    let run = judge(verdict(4)).and_then_ok(explain()).ask().await.unwrap();
    assert_eq!(run.output, Ok("4!".to_owned()));
    let run = judge(failing()).and_then_ok(explain()).ask().await.unwrap();
    assert_eq!((run.output, run.turns), (Err(NoVerdict { reason: "no data".into() }), 1));
}

#[tokio::test]
async fn a_failure_report_can_be_handled() {
    let apologise = || echo("?").contramap(|no: NoVerdict| no.reason);
    let run = judge(failing())
        .map_ok(|verdict| verdict.score.to_string())
        .unwrap_or_else(apologise())
        .ask()
        .await
        .unwrap();
    assert_eq!(run.output, "no data?");
    let second = agent::<Result<Verdict, NoVerdict>>([verdict(9)])
        .build()
        .unwrap()
        .contramap(|no: NoVerdict| no.reason);
    let run = judge(failing()).or_else(second).ask().await.unwrap();
    assert_eq!(run.output, Ok(Verdict { score: 9 }));
    let run = judge(failing()).map_failure(|no| no.reason.len()).ask().await.unwrap();
    assert_eq!(run.output, Err(7));
}

#[tokio::test]
async fn two_agents_that_may_fail_alike() {
    let second = || {
        agent::<Result<Verdict, NoVerdict>>([failing()])
            .build()
            .unwrap()
            .contramap(|verdict: Verdict| verdict.score.to_string())
    };
    let run = judge(verdict(1)).try_and_then(second()).ask().await.unwrap();
    assert_eq!(run.output, Err(NoVerdict { reason: "no data".into() }));
}

#[tokio::test]
async fn another_agent_tries_where_the_first_failed() {
    let retried = refusing().retry_with(echo("b"), |error| error.kind() == ErrorKind::Refused);
    let run = retried.ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.usage.total(), run.stages.len()), ("gob", 7, 2));
    let not = refusing().retry_with(echo("b"), |error| error.kind() == ErrorKind::Parse);
    assert_eq!(error(&not).await.kind(), ErrorKind::Refused);
}

#[tokio::test]
async fn an_agent_is_a_tool_with_its_inputs_schema() {
    #[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    #[schemars(deny_unknown_fields)]
    struct Place {
        /// The city.
        city: String,
    }
    let inner: Agent<Place, String> =
        Agent::builder(Scripted::from_fn(|_| Reply::text("sunny").usage(10, 0))).build().unwrap();
    let tool = inner.into_tool("weather", "The weather.");
    assert_eq!(tool.definition().parameters["properties"]["city"]["description"], "The city.");
    let run = agent::<Verdict>([
        Reply::call("weather", json!({ "city": "Oslo" })).usage(1, 0),
        verdict(1).usage(1, 0),
    ])
    .tools(tool)
    .build()
    .unwrap()
    .ask()
    .await
    .unwrap();
    assert_eq!(results(&run.transcript)[0], "weather: sunny");
    assert_eq!(run.usage.total(), 12);
}

#[tokio::test]
async fn a_failing_agent_is_a_failing_tool() {
    let tool = refusing().into_tool("ask", "Asks.");
    let run = agent::<Verdict>([Reply::call("ask", json!({ "input": "x" })), verdict(1)])
        .tools(tool)
        .build()
        .unwrap()
        .ask()
        .await
        .unwrap();
    assert!(results(&run.transcript)[0].starts_with("ask!:"), "{:?}", results(&run.transcript));
}

#[tokio::test]
async fn a_finish_of_a_stage_is_the_chains() {
    let limited = agent::<String>([Reply::call("shout", text("x")), Reply::text("late")])
        .tools(crate::support::shout())
        .max_turns(1)
        .build()
        .unwrap();
    let run = limited.and_then(echo("!")).ask().await.unwrap();
    assert_eq!((run.output.as_str(), run.finish), ("late!", Finish::TurnLimit));
}

#[test]
fn a_chain_draws_itself() {
    let drawn = echo("a").and_then(echo("b").zip(echo("\"c\""))).map(|(b, _)| b).graph().to_string();
    assert!(drawn.starts_with("flowchart TD\n    n0[\"a\"]\n"), "{drawn}");
    assert!(drawn.contains("[\"#quot;c#quot;\"]") && drawn.contains("-->"), "{drawn}");
}
