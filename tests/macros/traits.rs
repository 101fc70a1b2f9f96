//! Supertraits, options of methods, defaults, conditions, and sets of several traits.

use std::sync::Arc;
use std::time::Duration;

use agentkit::{Tool, ToolError, ToolSet, tool_set, tools};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::support::call;

fn names(tools: &ToolSet) -> Vec<&str> {
    tools.as_slice().iter().map(Tool::name).collect()
}

/// The base.
#[tools]
trait Base {
    /// Says who it is.
    fn who(&self) -> String;
}

/// A label, which is no tool.
trait Label {
    const LABEL: &str = "label";
}

impl<T: Label> Label for Arc<T> {}

/// More.
#[tools(extends(Base))]
trait More: Base + Label {
    /// Has a body of its own.
    async fn twice(&self, n: u32) -> u32 {
        tokio::task::yield_now().await;
        self.double(n)
    }

    /// Not for the model.
    #[tool(skip)]
    fn double(&self, n: u32) -> u32 {
        n * 2
    }

    /// Under another name.
    #[tool(name = "look_up", description = concat!("Looks", " up."), read_only, idempotent, timeout = "90s", retries = 4)]
    fn find(&self, mut text: String) -> String {
        text.push('!');
        text
    }

    /// Dangerous.
    #[tool(destructive, needs_approval, timeout = Duration::from_millis(250))]
    #[deprecated]
    #[must_use]
    fn delete(&self) -> bool {
        true
    }

    /// Never compiled.
    #[cfg(any())]
    fn absent(&self, what: NoSuchType) -> NoSuchType;

    /// Under a condition.
    #[cfg(not(any()))]
    fn present(&self) -> &str {
        Self::LABEL
    }
}

struct State;

impl Base for State {
    fn who(&self) -> String {
        "state".to_owned()
    }
}
impl Label for State {}
impl More for State {}

#[tokio::test]
async fn supertraits_bring_their_tools() {
    let tools = More::into_tools(State);
    assert_eq!(names(&tools), ["twice", "look_up", "delete", "present", "who"]);
    assert_eq!(call(&tools, "who", "{}").await.unwrap(), "state");
    assert_eq!(call(&tools, "twice", r#"{"n":4}"#).await.unwrap(), "8");
    assert_eq!(call(&tools, "look_up", r#"{"text":"hi"}"#).await.unwrap(), "hi!");
    assert_eq!(names(&More::into_tools(Arc::new(State))).len(), 5);
}

#[test]
fn options_are_kept() {
    let tools = More::into_tools(State);
    let look_up = &tools.as_slice()[1];
    assert_eq!(&*look_up.definition().description, "Looks up.");
    let options = look_up.options();
    assert_eq!((options.read_only, options.idempotent, options.destructive), (true, true, false));
    assert_eq!((options.timeout, options.retries), (Some(Duration::from_secs(90)), Some(4)));
    let delete = tools.as_slice()[2].options();
    assert_eq!((delete.destructive, delete.needs_approval), (true, true));
    assert_eq!((delete.timeout, delete.retries), (Some(Duration::from_millis(250)), None));
}

/// A greeter.
#[tools]
trait Greeter {
    /// Greets.
    fn greet(&self, name: &str) -> String;
}

impl Greeter for State {
    fn greet(&self, name: &str) -> String {
        format!("hi {name}")
    }
}

#[tokio::test]
async fn one_state_serves_several_traits() {
    let state = Arc::new(State);
    let tools = tool_set![More: state.clone(), Greeter: state];
    assert_eq!(names(&tools), ["twice", "look_up", "delete", "present", "who", "greet"]);
    assert_eq!(call(&tools, "greet", r#"{"name":"you"}"#).await.unwrap(), "hi you");
}

#[tokio::test]
async fn sets_compose() {
    let tools = Base::into_tools(State)
        .prefix("state_")
        .merge(Greeter::into_tools(State).rename("greet", "welcome"))
        .merge(More::into_tools(State).only(["twice", "delete"]).without(["delete"]));
    assert_eq!(names(&tools), ["state_who", "welcome", "twice"]);
    assert_eq!(tools.faults().count(), 0);
    assert_eq!(call(&tools, "welcome", r#"{"name":"you"}"#).await.unwrap(), "hi you");
}

#[test]
fn what_is_not_there_is_a_fault() {
    let tools =
        Greeter::into_tools(State).rename("gret", "welcome").without(["leave"]).only(["greet", "meet"]);
    assert_eq!(
        tools.faults().collect::<Vec<_>>(),
        [
            "no tool `gret` is there to be renamed; the tools are `greet`",
            "no tool `leave` is there to be left out; the tools are `greet`",
            "no tool `meet` is there to be kept; the tools are `greet`",
        ]
    );
    assert_eq!(ToolSet::new().merge(tools).faults().count(), 3);
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    a: i64,
    b: Option<i64>,
}

#[tokio::test]
async fn closures_are_tools() {
    let add = Tool::new("add", "Adds two numbers.", |Add { a, b }: Add| async move {
        a.checked_add(b.unwrap_or(1)).ok_or("the sum is too large")
    });
    let tools: ToolSet = add.into();
    assert_eq!(call(&tools, "add", r#"{"a":1,"b":2}"#).await.unwrap(), "3");
    assert_eq!(call(&tools, "add", r#"{"a":1}"#).await.unwrap(), "2");
    assert_eq!(
        call(&tools, "add", r#"{"a":9223372036854775807}"#).await.unwrap_err().message(),
        "the sum is too large"
    );
    assert!(call(&tools, "add", r#"{"a":1,"c":2}"#).await.unwrap_err().message().contains("`c`"));
}

#[tokio::test]
async fn schemas_of_run_time_are_tools() {
    let schema = serde_json::json!({ "type": "object", "properties": { "n": { "type": "integer" } } });
    let tool = Tool::from_schema("echo", "Echoes.", schema, |mut arguments, context| {
        Box::pin(async move {
            let n: Option<i64> = arguments.take("n")?;
            n.map(|n| format!("{n} in turn {}", context.turn())).ok_or_else(|| ToolError::new("no n"))
        })
    });
    let tools = ToolSet::from(tool);
    assert_eq!(call(&tools, "echo", r#"{"n":5}"#).await.unwrap(), "5 in turn 3");
    assert_eq!(call(&tools, "echo", "").await.unwrap_err().message(), "no n");
}
