//! Questions with a schema that is known only when the program runs.

use agentkit::model::ResponseFormat;
use agentkit::provider::{Dialect, Reply, Scripted};
use agentkit::{ErrorKind, ask_value};
use serde_json::{Value, json};

use crate::support::{chat, gpt, question, tool_names};

fn point() -> Value {
    json!({
        "type": "object",
        "properties": { "x": { "type": "integer" }, "label": { "type": "string" } },
        "required": ["x"],
        "additionalProperties": false,
    })
}

#[tokio::test]
async fn the_value_comes_back() {
    let provider = gpt([Reply::text(r#"{"x": 3, "label": null}"#)]);
    let run = ask_value(&provider, question(), ResponseFormat::new("point", point())).await.unwrap();
    assert_eq!(run.output, json!({"x": 3}), "null stood for absent");
    assert_eq!(provider.body()["text"]["format"]["name"], "point");
}

#[tokio::test]
async fn a_root_that_is_no_object_travels_in_one() {
    let provider = gpt([Reply::text(r#"{"result": [1, 2]}"#)]);
    let format = ResponseFormat::new("list", json!({"type": "array", "items": {"type": "integer"}}));
    assert_eq!(ask_value(&provider, question(), format).await.unwrap().output, json!([1, 2]));
    assert_eq!(provider.body()["text"]["format"]["schema"]["type"], "object");
}

#[tokio::test]
async fn a_root_union_travels_in_an_object() {
    let schema = json!({"anyOf": [{"type": "string"}, {"type": "integer"}]});
    let provider = gpt([Reply::text(r#"{"result": "red"}"#)]);
    let run = ask_value(&provider, question(), ResponseFormat::new("either", schema)).await.unwrap();
    assert_eq!(run.output, "red");
}

#[tokio::test]
async fn the_tool_has_the_formats_name() {
    let provider = chat(Dialect::deepseek(), [Reply::call("point", r#"{"x": 1}"#)]);
    let run = ask_value(&provider, question(), ResponseFormat::new("point", point())).await.unwrap();
    assert_eq!(run.output["x"], 1);
    assert_eq!(tool_names(&provider.body()), ["point"]);
}

#[tokio::test]
async fn it_can_be_prompted() {
    let model = Scripted::new([Reply::text(r#"{"x": 1}"#)]);
    let run = ask_value(&model, question(), ResponseFormat::new("point", point())).prompted().await.unwrap();
    assert_eq!(run.output, json!({"x": 1}));
    assert!(model.requests()[0].tools.is_empty());
}

#[tokio::test]
async fn a_name_that_is_not_allowed_is_refused_before_anything_is_sent() {
    for name in ["", "my point", "punkt°", "a/b", &"x".repeat(65)] {
        for prompted in [false, true] {
            let model = Scripted::new([]);
            let question = ask_value(&model, question(), ResponseFormat::new(name, point()));
            let error = if prompted { question.prompted().await } else { question.await }.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Build);
            assert!(error.to_string().contains(&format!("{name:?}")), "{error}");
            assert!(model.requests().is_empty());
        }
    }
}

#[tokio::test]
async fn what_comes_back_is_checked_against_the_full_schema() {
    let mut schema = point();
    schema["properties"]["x"]["maximum"] = json!(10);
    // OpenAI is not told of every bound; the check here is.
    let provider = gpt([Reply::text(r#"{"x": 11, "label": null}"#)]);
    let error =
        ask_value(&provider, question(), ResponseFormat::new("point", schema)).retries(0).await.unwrap_err();
    assert_eq!((error.kind(), error.report().path.as_deref()), (ErrorKind::Parse, Some("/x")));
}
