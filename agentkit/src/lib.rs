//! Typed LLM agents: traits become tools, types become answers, and every way a run can end is a type.

#[cfg(feature = "macros")]
extern crate self as agentkit;

mod ask;
mod error;
mod run;

pub mod agent;
pub mod decode;
pub mod message;
pub mod model;
pub mod output;
pub mod provider;
pub mod schema;
pub mod tool;

#[doc = include_str!("rules.md")]
#[cfg(all(doc, feature = "macros"))]
pub mod rules {}

#[doc(hidden)]
pub mod __private;

pub use agent::{Accepts, Agent, AgentBuilder};
#[cfg(feature = "macros")]
pub use agentkit_macros::{agent_output, tools};
pub use ask::{Ask, ask, ask_prompted, ask_value};
pub use error::{Error, ErrorKind, IncompleteReason, Report, Stage};
pub use message::{Message, Transcript};
pub use model::{Request, Response, Usage};
pub use output::Output;
pub use provider::{Provider, ProviderError};
pub use run::{Finish, Run};
pub use tool::{Tool, ToolContext, ToolError, ToolSet};

/// A boxed future that can be sent between threads.
pub type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// `Result` with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
