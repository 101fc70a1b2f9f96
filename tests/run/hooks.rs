//! Hooks: what they see, edit, veto and stop.

use std::sync::{Arc, Mutex};

use agentkit::agent::{HookError, Hooks, RunInfo, ToolOutcome, Verdict as Veto};
use agentkit::message::{Part, ToolCall, UserMessage};
use agentkit::model::{FinishReason, Request, Response};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, Error, ErrorKind, Finish, IncompleteReason, ToolError};

use crate::support::{Ask as _, Verdict, agent, error, fail, results, shout, spy, text, verdict};

/// Notes the hooks that are called.
#[derive(Clone)]
struct Notes(&'static str, Arc<Mutex<Vec<String>>>);

impl Notes {
    fn add(&self, what: &str) {
        self.1.lock().unwrap().push(format!("{}{what}", self.0));
    }
}

impl Hooks for Notes {
    async fn before_run(&self, _: RunInfo<'_>, _: &mut UserMessage) -> Result<(), HookError> {
        self.add("run");
        Ok(())
    }
    async fn before_request(&self, _: RunInfo<'_>, _: &mut Request) -> Result<(), HookError> {
        self.add("request");
        Ok(())
    }
    async fn after_response(&self, _: RunInfo<'_>, _: &mut Response) -> Result<(), HookError> {
        self.add("response");
        Ok(())
    }
    async fn before_tool(&self, _: RunInfo<'_>, call: &mut ToolCall) -> Result<Veto, HookError> {
        self.add(&format!("before {}", call.name));
        Ok(Veto::Run)
    }
    async fn after_tool(
        &self,
        _: RunInfo<'_>,
        call: &ToolCall,
        outcome: &mut ToolOutcome,
    ) -> Result<(), HookError> {
        self.add(&format!("after {} {}", call.name, outcome.is_ok()));
        Ok(())
    }
    async fn on_retry(&self, _: RunInfo<'_>, _: &str) -> Result<(), HookError> {
        self.add("retry");
        Ok(())
    }
    async fn on_end(&self, _: RunInfo<'_>, end: Result<Finish, &Error>) -> Result<(), HookError> {
        self.add(if end.is_ok() { "end" } else { "failed" });
        Ok(())
    }
}

#[tokio::test]
async fn hooks_are_called_in_their_order() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let replies = [Reply::call("shout", text("x")), Reply::call("stop", "{}"), verdict(1)];
    let agent = agent::<Verdict>(replies)
        .tools(shout())
        .hooks(Notes("a:", Arc::clone(&notes)))
        .hooks(Notes("b:", Arc::clone(&notes)))
        .build()
        .unwrap();
    agent.ask().await.unwrap();
    let notes = notes.lock().unwrap().join(" ");
    assert_eq!(
        notes,
        "a:run b:run a:request b:request b:response a:response a:before shout b:before shout b:after shout true \
         a:after shout true a:request b:request b:response a:response a:retry b:retry a:request b:request \
         b:response a:response b:end a:end"
    );
}

#[tokio::test]
async fn on_end_is_told_of_a_failure() {
    let notes = Arc::new(Mutex::new(Vec::new()));
    let agent = agent::<String>([Reply::refusal("no")]).hooks(Notes("", Arc::clone(&notes))).build().unwrap();
    error(&agent).await;
    assert_eq!(notes.lock().unwrap().last().unwrap(), "failed");
}

#[tokio::test]
async fn an_edited_request_goes_out_once_and_the_conversation_stays() {
    let model = Scripted::new([Reply::call("shout", text("x")), Reply::text("done")]);
    let agent: Agent<String, String> = Agent::builder(model.clone())
        .tools(shout())
        .before_request(|run, request| {
            request.instructions = Some(format!("turn {}", run.turn).into());
            Ok(())
        })
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    let sent: Vec<_> =
        model.requests().iter().map(|request| request.instructions.clone().unwrap().to_string()).collect();
    assert_eq!(sent, ["turn 1", "turn 2"]);
    assert_eq!(run.transcript.len(), 4);
}

#[tokio::test]
async fn an_edited_reply_counts_as_the_models() {
    let agent = agent::<String>([Reply::text("rough")])
        .after_response(|_, response| {
            response.message.parts = vec![agentkit::message::AssistantPart::text("fine")];
            Ok(())
        })
        .build()
        .unwrap();
    assert_eq!(agent.ask().await.unwrap().output, "fine");
}

#[tokio::test]
async fn edited_arguments_are_the_tools_and_the_conversation_keeps_the_models() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x")), verdict(1)])
        .tools(shout())
        .before_tool(|_, call| {
            call.arguments = text("edited").to_string();
            Ok(Veto::Run)
        })
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!(results(&run.transcript)[0], "shout: EDITED");
    assert_eq!(run.transcript.tool_calls().next().unwrap().arguments, text("x").to_string());
}

#[tokio::test]
async fn a_veto_is_a_result_for_the_model() {
    let (spy, seen) = spy();
    let agent = agent::<Verdict>([Reply::call("spy", text("x")), verdict(1)])
        .tools(spy)
        .before_tool(|_, call| Ok(Veto::Answer(Err(ToolError::new(format!("{} is off", call.name))))))
        .build()
        .unwrap();
    let run = agent.ask().await.unwrap();
    assert_eq!(results(&run.transcript)[0], "spy!: spy is off");
    assert!(seen.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_veto_may_answer_in_the_tools_place() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x")), verdict(1)])
        .tools(shout())
        .before_tool(|_, _| Ok(Veto::Answer(Ok("cached".into()))))
        .build()
        .unwrap();
    assert_eq!(results(&agent.ask().await.unwrap().transcript)[0], "shout: cached");
}

#[tokio::test]
async fn a_failed_tool_can_be_made_a_failed_run() {
    let agent = agent::<Verdict>([Reply::call("fail", text("deploy failed"))])
        .tools(fail())
        .after_tool(|_, _, outcome| {
            if let Err(error) = outcome {
                *outcome = Err(ToolError::fatal(error.message()));
            }
            Ok(())
        })
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Tool);
    assert!(error.to_string().contains("deploy failed"), "{error}");
}

#[tokio::test]
async fn a_hook_that_fails_ends_the_run_and_is_named() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x"))])
        .tools(shout())
        .after_tool(|_, _, _| Err(HookError::new("the log is full")))
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Hook);
    assert!(error.to_string().contains("`after_tool` failed: the log is full"), "{error}");
}

#[tokio::test]
async fn a_hook_that_fails_before_a_request_leaves_nothing_open() {
    let agent = agent::<Verdict>([Reply::call("shout", text("x"))])
        .tools(shout())
        .before_request(|run, _| if run.turn > 1 { Err("quota".into()) } else { Ok(()) })
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(
        (error.kind(), results(&error.report().transcript)),
        (ErrorKind::Hook, vec!["shout: X".to_owned()])
    );
}

#[tokio::test]
async fn a_hook_can_stop_the_run_with_a_reason() {
    let agent = agent::<Verdict>([verdict(1)])
        .after_response(|_, _| Err(HookError::stop("office hours are over")))
        .build()
        .unwrap();
    let error = error(&agent).await;
    assert_eq!(error.kind(), ErrorKind::Incomplete(IncompleteReason::Stopped));
    assert!(error.to_string().contains("office hours are over"), "{error}");
}

/// Fails at the end.
struct Spoiler;

impl Hooks for Spoiler {
    async fn on_end(&self, _: RunInfo<'_>, _: Result<Finish, &Error>) -> Result<(), HookError> {
        Err("the audit failed".into())
    }
}

#[tokio::test]
async fn a_failing_on_end_is_never_swallowed() {
    let good = agent::<String>([Reply::text("x")]).hooks(Spoiler).build().unwrap();
    assert_eq!(error(&good).await.kind(), ErrorKind::Hook);
    let bad =
        agent::<String>([Reply::text("x").finish(FinishReason::Length)]).hooks(Spoiler).build().unwrap();
    let error = error(&bad).await;
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert!(error.to_string().contains("the audit failed"), "{error}");
}

/// Edits the input.
struct Polite;

impl Hooks for Polite {
    async fn before_run(&self, _: RunInfo<'_>, input: &mut UserMessage) -> Result<(), HookError> {
        input.parts.push(Part::Text("please".into()));
        Ok(())
    }
}

#[tokio::test]
async fn the_input_can_be_edited() {
    let model = Scripted::new([Reply::text("x")]);
    let agent: Agent<String, String> = Agent::builder(model.clone()).hooks(Polite).build().unwrap();
    agent.ask().await.unwrap();
    assert_eq!(model.requests()[0].messages.messages()[0].text(), "go\n\nplease");
}

#[tokio::test]
async fn a_vetoed_stop_is_not_a_thing_for_stop_calls_are_no_tools() {
    let agent = agent::<Verdict>([verdict(5)])
        .before_tool(|_, _| Ok(Veto::Answer(Err(ToolError::new("no")))))
        .build()
        .unwrap();
    assert_eq!(agent.ask().await.unwrap().output.score, 5);
}
