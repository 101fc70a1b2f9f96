//! What tools take and return.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Arguments, ToolBuilder, ToolContext, ToolError};

/// A type that a tool can take as an argument: one that decodes from JSON and has a schema, or
/// [`ToolContext`], which the model is not told of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool argument",
    label = "not a tool argument",
    note = "a tool argument implements `serde::de::DeserializeOwned` and `schemars::JsonSchema`"
)]
pub trait ToolArg: Sized + Send {
    /// Adds the argument to the tool's schema.
    #[doc(hidden)]
    fn declare(builder: &mut ToolBuilder, name: &'static str, description: &'static str);

    /// Takes the argument out of a call's.
    #[doc(hidden)]
    fn take(arguments: &mut Arguments, name: &str) -> Result<Self, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send> ToolArg for T {
    fn declare(builder: &mut ToolBuilder, name: &'static str, description: &'static str) {
        builder.declare::<T>(name, description);
    }

    fn take(arguments: &mut Arguments, name: &str) -> Result<Self, ToolError> {
        arguments.decode_one(name)
    }
}

#[diagnostic::do_not_recommend]
impl ToolArg for ToolContext {
    fn declare(_: &mut ToolBuilder, _: &'static str, _: &'static str) {}

    fn take(arguments: &mut Arguments, _: &str) -> Result<Self, ToolError> {
        Ok(arguments.context().clone())
    }
}

/// All arguments of a tool at once, as [`Tool::new`](super::Tool::new) takes them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's arguments",
    label = "takes `{Self}`",
    note = "a tool's arguments implement `serde::de::DeserializeOwned` and `schemars::JsonSchema`"
)]
pub trait ToolArgs: DeserializeOwned + JsonSchema + Send + 'static {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> ToolArgs for T {}

/// A type that a tool can take by reference: it is decoded as `Owned` and lent for the call.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a tool argument",
    label = "not a tool argument",
    note = "a tool argument implements `serde::de::DeserializeOwned` and `schemars::JsonSchema`"
)]
pub trait ToolArgRef {
    /// What is decoded.
    type Owned: ToolArg + Sync;

    /// Lends it.
    #[doc(hidden)]
    fn lend(owned: &Self::Owned) -> &Self;
}

#[diagnostic::do_not_recommend]
impl<T: ToolArg + Sync> ToolArgRef for T {
    type Owned = T;

    fn lend(owned: &T) -> &Self {
        owned
    }
}

impl ToolArgRef for str {
    type Owned = String;

    fn lend(owned: &String) -> &Self {
        owned
    }
}

impl ToolArgRef for Path {
    type Owned = PathBuf;

    fn lend(owned: &PathBuf) -> &Self {
        owned
    }
}

impl<T: DeserializeOwned + JsonSchema + Send + Sync> ToolArgRef for [T] {
    type Owned = Vec<T>;

    fn lend(owned: &Vec<T>) -> &Self {
        owned
    }
}

/// A type that a tool can return.
///
/// A value that serialises as a string goes to the model as its text, without quotes; `()` goes as `done`;
/// all else as compact JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "not a tool result",
    note = "a tool returns a `serde::Serialize` value, or a `Result` of one with an `Err` that implements `Display`"
)]
pub trait ToolValue: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ToolValue for T {}
