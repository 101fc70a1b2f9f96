//! What a tool takes: owned, lent, from the run, limited and by another name.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use agentkit::{ToolContext, ToolSet, tools};
use serde_json::{Value, json};

use crate::support::{call, failure};

type Context = ToolContext;

/// Takes all that a tool can take.
#[tools]
trait Taker {
    /// Lent text and a lent list.
    async fn lent(&self, text: &str, list: &[u8], path: &Path, map: &HashMap<String, i32>) -> String;

    /// Knows of the call, by whatever name the type goes.
    async fn context(&self, context: &Context, n: u8, owned: ToolContext) -> String;

    /// Limited.
    fn limited(
        &self,
        #[arg(range(1..=9))] digit: u8,
        #[arg(len(2..5))] word: &str,
        #[arg(pattern = "^[A-Z]{2}$")] code: Option<String>,
        #[arg(one_of("red", "blue"))] color: Option<String>,
        #[arg(default = 3, example = 1, example = 2)] count: u16,
        #[arg(name = "type", len(..=2))] kind: Vec<String>,
    ) -> String;

    /// Raw identifiers are plain names to the model.
    fn r#match(&self, r#type: bool) -> bool;
}

struct State;

impl Taker for State {
    async fn lent(&self, text: &str, list: &[u8], path: &Path, map: &HashMap<String, i32>) -> String {
        tokio::task::yield_now().await;
        format!("{text} {list:?} {} {map:?}", path.display())
    }

    async fn context(&self, context: &Context, n: u8, owned: ToolContext) -> String {
        format!("{} {} {} {n} {}", context.call_id(), context.run_id(), context.turn(), owned.call_id())
    }

    fn limited(
        &self,
        digit: u8,
        word: &str,
        code: Option<String>,
        color: Option<String>,
        count: u16,
        kind: Vec<String>,
    ) -> String {
        format!("{digit} {word} {code:?} {color:?} {count} {kind:?}")
    }

    fn r#match(&self, r#type: bool) -> bool {
        !r#type
    }
}

fn properties(tools: &ToolSet, name: &str) -> Value {
    let tool = tools.as_slice().iter().find(|tool| tool.name() == name).unwrap();
    tool.definition().parameters["properties"].clone()
}

#[tokio::test]
async fn references_are_lent() {
    let tools = State.into_tools();
    let lent = call(&tools, "lent", r#"{"text":"a","list":[1,2],"path":"/x","map":{"k":1}}"#).await;
    assert_eq!(lent.unwrap(), r#"a [1, 2] /x {"k": 1}"#);
    assert_eq!(properties(&tools, "lent")["text"], json!({ "type": "string" }));
    assert_eq!(properties(&tools, "lent")["list"]["type"], "array");
}

#[tokio::test]
async fn the_context_is_not_the_models_business() {
    let tools = State.into_tools();
    assert_eq!(properties(&tools, "context").as_object().unwrap().keys().collect::<Vec<_>>(), ["n"]);
    assert_eq!(call(&tools, "context", r#"{"n":7}"#).await.unwrap(), "call-1 run-1 3 7 call-1");
}

#[test]
fn limits_reach_the_schema() {
    let tools = State.into_tools();
    let properties = properties(&tools, "limited");
    assert_eq!(properties["digit"]["minimum"], 1);
    assert_eq!(properties["digit"]["maximum"], 9);
    assert_eq!((&properties["word"]["minLength"], &properties["word"]["maxLength"]), (&json!(2), &json!(4)));
    assert_eq!(properties["code"]["pattern"], "^[A-Z]{2}$");
    assert_eq!(properties["color"]["enum"], json!(["red", "blue", null]));
    assert_eq!(properties["count"]["default"], 3);
    assert_eq!(properties["count"]["examples"], json!([1, 2]));
    assert_eq!(properties["type"]["maxItems"], 2);
    let tool = &tools.as_slice()[2];
    assert_eq!(tool.definition().parameters["required"], json!(["digit", "word", "type"]));
    assert_eq!(tools.faults().count(), 0);
}

#[tokio::test]
async fn a_default_stands_in_for_what_is_left_out() {
    let tools = State.into_tools();
    let called = call(&tools, "limited", r#"{"digit":1,"word":"abc","type":[]}"#).await;
    assert_eq!(called.unwrap(), "1 abc None None 3 []");
    let called = call(&tools, "limited", r#"{"digit":1,"word":"abc","type":[],"count":8}"#).await;
    assert_eq!(called.unwrap(), "1 abc None None 8 []");
}

#[tokio::test]
async fn raw_identifiers_are_plain_names() {
    let tools = State.into_tools();
    assert_eq!(call(&tools, "match", r#"{"type":true}"#).await.unwrap(), "false");
    assert_eq!(
        failure(&tools, "match", r#"{"r#type":true}"#).await,
        "the arguments do not fit: there is no member `r#type` here; the known members: `type`"
    );
}

/// Written wrongly.
#[allow(clippy::reversed_empty_ranges)]
#[tools]
trait Faulty {
    /// A default of another type.
    fn default(&self, #[arg(default = "three")] n: u8);
    /// No regular expression.
    fn pattern(&self, #[arg(pattern = "(")] text: &str);
    /// Nothing fits.
    fn range(&self, #[arg(range(5..=1))] n: u8);
    /// An example that does not fit.
    fn example(&self, #[arg(example = -1)] n: u8);
}

struct Nothing;

impl Faulty for Nothing {
    fn default(&self, _: u8) {}
    fn pattern(&self, _: &str) {}
    fn range(&self, _: u8) {}
    fn example(&self, _: u8) {}
}

#[tokio::test]
async fn what_cannot_be_is_a_fault_of_the_tool() {
    let tools = Arc::new(Nothing).into_tools();
    let faults: Vec<_> = tools.faults().collect();
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(
        faults[0].starts_with("tool `default`: argument `n`: its default does not fit its type"),
        "{faults:?}"
    );
    assert!(faults[1].starts_with("tool `pattern`: argument `text`: its pattern is no regular expression"));
    assert_eq!(faults[2], "tool `range`: argument `n`: its range is empty");
    assert!(faults[3].starts_with("tool `example`: argument `n`: its example does not fit its type"));
    let error = call(&tools, "default", "{}").await.unwrap_err();
    assert_eq!(error.kind(), agentkit::tool::ToolErrorKind::Fatal);
}
