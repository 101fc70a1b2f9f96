//! Unions as documents: `{"result": {"kind": …}}`.

use agentkit::model::NativeOutput;
use agentkit::output::{Answer, Choice, Output, OutputError, OutputMode, Shape};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind};
use serde_json::{Value, json};

use crate::support::{Intent, claude, gemini, gpt, last_text};

fn native(replies: impl IntoIterator<Item = Reply>) -> Scripted {
    Scripted::new(replies).with_capabilities(|capabilities| capabilities.native_output = NativeOutput::Yes)
}

fn agent<Out: Output>(model: Scripted) -> Agent<String, Out> {
    Agent::builder(model).output_mode(OutputMode::Native).build().expect("a sound agent")
}

/// `kind` comes first in each branch and in the text on the wire, which is what models write first.
#[tokio::test]
async fn kind_is_the_first_property() {
    let reply = || Reply::text(r#"{"result": {"kind": "general"}}"#);
    for (provider, at) in [
        (gpt([reply()]), "/text/format/schema"),
        (claude([reply()]), "/output_config/format/schema"),
        (gemini([reply()]), "/generationConfig/responseJsonSchema"),
    ] {
        let agent: Agent<String, Intent> =
            Agent::builder(provider.clone()).output_mode(OutputMode::Native).build().unwrap();
        assert_eq!(agent.run("go".to_owned()).await.unwrap().output, Intent::General);
        let body = provider.body();
        let schema = body.pointer(at).expect("the format's schema");
        assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["result"])));
        let branches = schema["properties"]["result"]["anyOf"].as_array().expect("a union inside the root");
        assert_eq!(branches.len(), 2);
        for branch in branches {
            assert_eq!(branch["properties"].as_object().unwrap().keys().next().unwrap(), "kind");
            assert_eq!(branch["required"][0], "kind");
        }
    }
}

#[tokio::test]
async fn each_kind_comes_out_as_its_variant() {
    let refund = native([Reply::text(r#"{"result": {"kind": "refund", "order": 12}}"#)]);
    assert_eq!(
        agent::<Intent>(refund).run("go".to_owned()).await.unwrap().output,
        Intent::Refund { order: 12 }
    );
    let general = native([Reply::text(r#"{"result": {"kind": "general"}}"#)]);
    assert_eq!(agent::<Intent>(general).run("go".to_owned()).await.unwrap().output, Intent::General);
}

#[tokio::test]
async fn an_unknown_kind_is_asked_for_again() {
    let model = native([
        Reply::text(r#"{"result": {"kind": "reclaim", "order": 12}}"#),
        Reply::text(r#"{"result": {"kind": "refund", "order": 12}}"#),
    ]);
    let run = agent::<Intent>(model.clone()).run("go".to_owned()).await.unwrap();
    assert_eq!(run.output_retries, 1);
    let told = last_text(&model.requests()[1]);
    assert!(told.contains("kind") && told.contains("refund"), "{told}");
}

/// A choice whose value is no object stands in `value`.
struct Either(Result<i64, String>);

impl Output for Either {
    fn shape() -> Shape {
        let object = |ty: &str| {
            json!({
                "type": "object",
                "properties": { "kind": { "type": "string" }, "n": { "type": ty } },
                "required": ["n"],
                "additionalProperties": false,
            })
        };
        Shape::choices([
            Choice::new("A number.", object("integer")).named("number"),
            Choice::new("A word.", object("string")).named("word"),
        ])
    }

    fn decode(answer: Answer<'_>) -> Result<Self, OutputError> {
        let value: Value = answer.json()?;
        match answer.choice() {
            0 => Ok(Self(Ok(value["n"].as_i64().unwrap_or(-1)))),
            _ => Ok(Self(Err(value["n"].as_str().unwrap_or_default().to_owned()))),
        }
    }
}

#[tokio::test]
async fn a_choice_with_a_kind_of_its_own_stands_in_value() {
    let model =
        native([Reply::text(r#"{"result": {"kind": "word", "value": {"kind": "x", "n": "seven"}}}"#)]);
    let run = agent::<Either>(model.clone()).run("go".to_owned()).await.unwrap();
    assert_eq!(run.output.0, Err("seven".to_owned()));
    let format = model.requests()[0].response_format.clone().unwrap();
    assert_eq!(format.schema["properties"]["result"]["anyOf"][0]["required"], json!(["kind", "value"]));
}

/// Two choices of one name could not be told apart.
#[derive(Debug)]
struct Twice;

impl Output for Twice {
    fn shape() -> Shape {
        let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
        Shape::choices(["One.", "Two."].map(|text| Choice::new(text, schema.clone()).named("same")))
    }

    fn decode(_: Answer<'_>) -> Result<Self, OutputError> {
        Ok(Self)
    }
}

#[test]
fn two_choices_of_one_name_are_refused() {
    for mode in [OutputMode::Native, OutputMode::Prompted, OutputMode::StopTools] {
        let error = Agent::<String, Twice>::builder(native([])).output_mode(mode).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Build);
        assert!(error.to_string().contains("`same`"), "{error}");
    }
}
