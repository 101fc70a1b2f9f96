//! What `explain` says, word by word.

use agentkit::model::{NativeOutput, ToolConstraint};
use agentkit::output::{Output, OutputMode};
use agentkit::provider::{Dialect, Fallback, Reply, Scripted, Subject};
use agentkit::tool::ToolFuture;
use agentkit::{Agent, Provider, Tool, ToolSet};
use serde_json::json;

use crate::support::{OnWire, Scores, Weather, chat, claude, gemini, gpt, station, total};

fn agent<Out: Output>(provider: OnWire, mode: OutputMode) -> Agent<String, Out> {
    let builder = Agent::builder(provider).name("reporter").tools(ToolSet::from_iter([station(), total()]));
    builder.output_mode(mode).build().expect("a sound agent")
}

#[test]
fn each_tool_has_its_constraint_and_the_reason() {
    let explained = agent::<Weather>(gpt([]), OutputMode::StopTools).explain();
    let text = explained.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "agent `reporter` on openai-responses `gpt-5.6`");
    assert_eq!(lines[1], "  tool `station`: strict");
    assert!(text.contains("\n  tool `total`: loose\n    not strict: /properties/rows: "), "{text}");
    assert!(text.contains("\n  stop tool `stop`: strict\n"), "{text}");
    assert!(text.contains("sent differently: /properties/note"), "{text}");
}

#[test]
fn the_plan_can_be_read_by_a_program() {
    let explained = agent::<Weather>(gpt([]), OutputMode::StopTools).explain();
    let [agent] = explained.agents.as_slice() else { panic!("one agent") };
    let plans: Vec<_> =
        agent.schemas.iter().map(|plan| (&*plan.name, plan.subject, plan.is_enforced())).collect();
    let expected = [
        ("station", Subject::Tool, true),
        ("total", Subject::Tool, false),
        ("stop", Subject::StopTool, true),
    ];
    assert_eq!(plans, expected);
    assert_eq!(agent.schemas[1].refusals[0].path, "/properties/rows");
}

#[test]
fn anthropic_says_what_the_limits_of_a_request_cost() {
    let schema = json!({
        "type": "object",
        "properties": { "n": { "type": "integer" } },
        "required": ["n"],
        "additionalProperties": false,
    });
    let tool = |at| {
        let run = |_, _| -> ToolFuture { Box::pin(async { Ok(String::new()) }) };
        Tool::from_schema(format!("tool_{at}"), "Does it.", schema.clone(), run)
    };
    let tools: ToolSet = (0..22).map(tool).collect();
    let agent: Agent<String, String> = Agent::builder(claude([])).tools(tools).build().unwrap();
    let text = agent.explain().to_string();
    assert!(text.contains("tool `tool_19`: strict"), "{text}");
    assert!(
        text.contains("tool `tool_20`: loose, since the strict schemas before it reach the limits"),
        "{text}"
    );
}

#[test]
fn a_setting_is_a_reason() {
    let builder = Agent::<String, Weather>::builder(claude([])).constraint(ToolConstraint::None);
    let text = builder.build().unwrap().explain().to_string();
    assert!(text.contains("stop tool `stop`: loose, since `constraint` is `ToolConstraint::None`"), "{text}");
}

#[test]
fn gemini_holds_forced_calls() {
    let text = agent::<Weather>(gemini([]), OutputMode::StopTools).explain().to_string();
    assert!(text.contains("tool `total`: strict"), "Gemini takes maps: {text}");
}

#[test]
fn a_grammar_is_said() {
    let builder = Agent::<String, Weather>::builder(chat(Dialect::llama_cpp(), []));
    let text = builder.constraint(ToolConstraint::Grammar).build().unwrap().explain().to_string();
    assert!(text.contains("stop tool `stop`: grammar"), "{text}");
}

#[test]
fn the_reply_of_native_mode_is_explained() {
    let text = agent::<Weather>(gpt([]), OutputMode::Native).explain().to_string();
    assert!(text.contains("reply `answer`: strict"), "{text}");
    assert!(!text.contains("stop tool"), "{text}");
}

#[test]
fn both_phases_are_explained() {
    let text = agent::<Weather>(chat(Dialect::llama_cpp(), []), OutputMode::TwoPhase).explain().to_string();
    assert!(text.contains("tool `station`: loose") && text.contains("reply `answer`: grammar"), "{text}");
}

#[test]
fn a_prompted_reply_is_loose() {
    let text = agent::<Scores>(chat(Dialect::deepseek(), []), OutputMode::Prompted).explain().to_string();
    assert!(text.contains("reply `answer`: loose, since it stands in the instructions only"), "{text}");
}

#[test]
fn every_agent_of_a_composition_is_explained() {
    let first: Agent<String, String> = Agent::builder(gpt([])).name("first").build().unwrap();
    let second: Agent<String, Weather> = Agent::builder(claude([])).name("second").build().unwrap();
    let explained = first.and_then(second).explain();
    let names: Vec<_> = explained.agents.iter().map(|agent| agent.name.as_deref()).collect();
    assert_eq!(names, [Some("first"), Some("second")]);
    assert!(
        explained.to_string().contains("agent `first` on openai-responses `gpt-5.6`\n  no schemas: no tools")
    );
}

/// A provider that says nothing of itself is not taken to enforce anything.
#[test]
fn an_unknown_provider_enforces_nothing() {
    let model = Scripted::new([Reply::text("")]).with_capabilities(|c| c.native_output = NativeOutput::Yes);
    let agent: Agent<String, Weather> =
        Agent::builder(model).output_mode(OutputMode::Native).build().unwrap();
    let text = agent.explain().to_string();
    assert!(text.contains("reply `answer`: loose, since the provider does not say"), "{text}");
}

/// Of several providers the one that holds the model least counts.
#[test]
fn a_fallback_is_as_strict_as_its_loosest_member() {
    let both = Fallback::new([gpt([]).boxed(), chat(Dialect::deepseek(), []).boxed()]);
    let agent: Agent<String, Weather> = Agent::builder(both).build().unwrap();
    let text = agent.explain().to_string();
    assert!(text.contains("stop tool `stop`: loose, since the model has no strict mode"), "{text}");
}
