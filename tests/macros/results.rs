//! What the model reads of what a tool returned.

use std::error::Error;
use std::fmt;

use agentkit::tool::ToolErrorKind;
use agentkit::{ToolError, tools};
use serde::Serialize;

use crate::support::call;

#[derive(Serialize)]
enum Color {
    Red,
    Rgb(u8, u8, u8),
}

#[derive(Serialize)]
struct Name(String);

#[derive(Debug)]
struct Busy;

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("busy")
    }
}

type Checked<T> = Result<T, Busy>;

/// Returns all that a tool can return.
#[tools]
trait Giver {
    /// Nothing.
    fn nothing(&self);
    /// Nothing, later.
    async fn nothing_later(&self);
    /// Text.
    fn text(&self) -> String;
    /// Text of the state's own.
    fn own(&self) -> &str;
    /// Text of the state's own, later.
    async fn own_later(&self) -> &str;
    /// The word null.
    fn word_null(&self) -> String;
    /// No value.
    fn none(&self) -> Option<u8>;
    /// Text that looks like JSON.
    fn quoted(&self) -> String;
    /// A variant without data.
    fn unit_variant(&self) -> Color;
    /// A variant with data.
    fn variant(&self) -> Color;
    /// A newtype of text.
    fn newtype(&self) -> Name;
    /// A list.
    fn list(&self) -> Vec<u8>;
    /// A result by another name.
    fn alias(&self, fail: bool) -> Checked<()>;
    /// Ends the run.
    fn fatal(&self) -> Result<(), ToolError>;
    /// Stops the run, from inside a box.
    fn boxed_stop(&self) -> Result<u8, Box<dyn Error + Send + Sync>>;
    /// Fails, from inside a box.
    fn boxed(&self) -> Result<u8, Box<dyn Error>>;
    /// Fails with plain text.
    async fn plain(&self) -> Result<u8, &'static str>;
}

struct State(String);

impl Giver for State {
    fn nothing(&self) {}
    async fn nothing_later(&self) {}
    fn text(&self) -> String {
        "two words".to_owned()
    }
    fn own(&self) -> &str {
        &self.0
    }
    async fn own_later(&self) -> &str {
        tokio::task::yield_now().await;
        &self.0
    }
    fn word_null(&self) -> String {
        "null".to_owned()
    }
    fn none(&self) -> Option<u8> {
        None
    }
    fn quoted(&self) -> String {
        r#""quoted""#.to_owned()
    }
    fn unit_variant(&self) -> Color {
        Color::Red
    }
    fn variant(&self) -> Color {
        Color::Rgb(1, 2, 3)
    }
    fn newtype(&self) -> Name {
        Name("Ada".to_owned())
    }
    fn list(&self) -> Vec<u8> {
        vec![1, 2]
    }
    fn alias(&self, fail: bool) -> Checked<()> {
        if fail { Err(Busy) } else { Ok(()) }
    }
    fn fatal(&self) -> Result<(), ToolError> {
        Err(ToolError::fatal("the disk is gone"))
    }
    fn boxed_stop(&self) -> Result<u8, Box<dyn Error + Send + Sync>> {
        Err(ToolError::stop("enough").into())
    }
    fn boxed(&self) -> Result<u8, Box<dyn Error>> {
        Err("no luck".into())
    }
    async fn plain(&self) -> Result<u8, &'static str> {
        Err("no luck")
    }
}

#[tokio::test]
async fn values_become_text() {
    let tools = State("mine".to_owned()).into_tools();
    for (name, arguments, text) in [
        ("nothing", "{}", "done"),
        ("nothing_later", "", "done"),
        ("text", "{}", "two words"),
        ("own", "{}", "mine"),
        ("own_later", "{}", "mine"),
        ("word_null", "{}", "null"),
        ("none", "{}", "null"),
        ("quoted", "{}", r#""quoted""#),
        ("unit_variant", "{}", "Red"),
        ("variant", "{}", r#"{"Rgb":[1,2,3]}"#),
        ("newtype", "{}", "Ada"),
        ("list", "{}", "[1,2]"),
        ("alias", r#"{"fail":false}"#, "done"),
    ] {
        assert_eq!(call(&tools, name, arguments).await.unwrap(), text, "{name}");
    }
}

#[tokio::test]
async fn errors_keep_their_kind() {
    let tools = State(String::new()).into_tools();
    for (name, arguments, kind, message) in [
        ("alias", r#"{"fail":true}"#, ToolErrorKind::Failed, "busy"),
        ("fatal", "{}", ToolErrorKind::Fatal, "the disk is gone"),
        ("boxed_stop", "{}", ToolErrorKind::Stop, "enough"),
        ("boxed", "{}", ToolErrorKind::Failed, "no luck"),
        ("plain", "{}", ToolErrorKind::Failed, "no luck"),
        (
            "text",
            r#"{"x":1}"#,
            ToolErrorKind::InvalidArguments,
            "the arguments do not fit: there is no member `x` here; the known members: none",
        ),
    ] {
        let error = call(&tools, name, arguments).await.unwrap_err();
        assert_eq!((error.kind(), error.message()), (kind, message), "{name}");
    }
}
