//! What cannot be built, and that every reason is named.

use agentkit::agent::{Limits, Price, Prices};
use agentkit::model::{Capabilities, Request, Response, ToolChoice};
use agentkit::provider::{ProviderError, Scripted};
use agentkit::{Agent, ErrorKind, Provider, Tool, ToolError};
use serde_json::{Value, json};
use std::time::Duration;

use crate::support::{Verdict, agent, fail, shout, tools};

fn raw(name: &str, schema: Value) -> Tool {
    Tool::from_schema(name, "A tool.", schema, |_, _| Box::pin(async { Ok::<_, ToolError>(String::new()) }))
}

fn object() -> Value {
    json!({ "type": "object", "properties": {} })
}

fn refused(built: agentkit::Result<Agent<String, Verdict>>) -> String {
    let error = built.expect_err("it was not to be built");
    assert_eq!(error.kind(), ErrorKind::Build);
    error.to_string()
}

#[test]
fn two_tools_of_one_name() {
    let message = refused(agent([]).tools(shout()).tools(shout()).build());
    assert!(message.contains("two tools are called `shout`"), "{message}");
}

#[test]
fn a_tool_named_like_the_stop_tool() {
    let message = refused(agent([]).tools(raw("stop", object())).build());
    assert!(message.contains("a tool and a stop tool of the output are both called `stop`"), "{message}");
}

#[test]
fn a_tool_named_like_the_failure_tool() {
    let tool = raw("task_failed", object());
    let built = agent::<Result<Verdict, String>>([]).tools(tool).build();
    assert!(built.unwrap_err().to_string().contains("both called `task_failed`"));
}

#[test]
fn names_that_no_provider_takes() {
    for name in ["", "has space", "umläut", "a.b", &"x".repeat(65)] {
        let message = refused(agent([]).tools(raw(name, object())).build());
        assert!(message.contains("is not allowed"), "{name}: {message}");
    }
    agent::<Verdict>([]).tools(raw(&"x".repeat(64), object())).build().unwrap();
}

#[test]
fn schemas_that_no_call_can_fit() {
    let cases = [
        (json!("text"), "it is no JSON object"),
        (json!({ "type": "array" }), "its root has the type"),
        (json!({}), "does not say that it is an object"),
        (
            json!({ "type": "object", "properties": {}, "required": ["a"], "additionalProperties": false }),
            "requires `a`",
        ),
    ];
    for (schema, why) in cases {
        let message = refused(agent([]).tools(raw("tool", schema)).build());
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn limits_that_contradict_themselves() {
    assert!(refused(agent([]).max_turns(0).build()).contains("max_turns"));
    assert!(refused(agent([]).tool_concurrency(0).build()).contains("tool_concurrency"));
    assert!(refused(agent([]).tool_timeout(Duration::ZERO).build()).contains("tool_timeout"));
}

#[test]
fn a_tool_choice_that_cannot_be_met() {
    let message = refused(agent([]).tool_choice(ToolChoice::Named("nobody".into())).build());
    assert!(message.contains("names `nobody`"), "{message}");
    let built = agent::<String>([]).tool_choice(ToolChoice::Required).build();
    assert!(built.unwrap_err().to_string().contains("there are no tools"));
}

#[test]
fn a_limit_of_cost_without_a_price() {
    let prices = Prices::new().model("another", Price::new(1.0, 2.0));
    let message = refused(agent([]).limits(Limits::new().cost(1.0, prices)).build());
    assert!(message.contains("no price for the model `scripted`"), "{message}");
}

#[test]
fn all_mistakes_are_listed_at_once() {
    let message = refused(
        agent([])
            .tools(tools([shout(), shout(), raw("a b", json!(1)), raw("stop", object())]))
            .max_turns(0)
            .build(),
    );
    assert!(message.contains("for 5 reasons"), "{message}");
    for part in ["two tools", "\"a b\"", "no JSON object", "`stop`", "max_turns"] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
}

#[test]
fn a_fault_of_a_tool_set() {
    let message = refused(agent([]).tools(tools([shout(), fail()]).only(["shout", "sing"])).build());
    assert!(message.contains("sing"), "{message}");
}

/// A model without tools.
struct Toolless;

impl Provider for Toolless {
    fn capabilities(&self) -> Capabilities {
        let mut capabilities = Capabilities::default();
        capabilities.tools = false;
        capabilities
    }

    async fn complete(&self, _: &Request) -> Result<Response, ProviderError> {
        unreachable!("it is never asked")
    }
}

#[test]
fn a_typed_output_of_a_model_without_tools() {
    let message = refused(Agent::builder(Toolless).build());
    assert!(message.contains("takes no tools"), "{message}");
    Agent::<String, String>::builder(Toolless).build().unwrap();
}

/// A model that takes tools and cannot be made to call one.
struct Unforced;

impl Provider for Unforced {
    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        match request.tool_choice {
            ToolChoice::Auto => Ok(()),
            _ => Err(ProviderError::unsupported("tool_choice", "thinking is on")),
        }
    }

    async fn complete(&self, _: &Request) -> Result<Response, ProviderError> {
        unreachable!("it is never asked")
    }
}

#[test]
fn a_forced_call_is_given_up_where_the_provider_refuses_it() {
    Agent::<String, Verdict>::builder(Unforced).build().unwrap();
    let asked = Agent::<String, Verdict>::builder(Unforced).tool_choice(ToolChoice::Required).build();
    assert!(refused(asked).contains("thinking is on"));
}

#[test]
fn an_error_of_build_has_an_empty_report() {
    let error = agent::<Verdict>([]).max_turns(0).build().unwrap_err();
    assert!(error.report().transcript.is_empty());
    assert_eq!(error.report().turns, 0);
}

#[tokio::test]
async fn one_agent_is_cloned_and_runs_twice() {
    let agent: Agent<String, String> = Agent::builder(Scripted::from_fn(|request| {
        agentkit::provider::Reply::text(request.messages.len().to_string())
    }))
    .build()
    .unwrap();
    let twin = agent.clone();
    let (one, two) = tokio::join!(agent.run("a".into()), twin.run("b".into()));
    assert_eq!((one.unwrap().output, two.unwrap().output), ("1".to_owned(), "1".to_owned()));
}
