//! What an agent runs.

use super::context::Context;
use crate::{BoxFuture, Result, Run};

/// One agent or a composition of agents. Private, so that only this crate makes agents.
pub(crate) trait Step<In, Out>: Send + Sync {
    /// The name that errors and graphs show.
    fn name(&self) -> Option<&str>;

    /// Runs to the answer.
    fn run<'a>(&'a self, input: In, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>>;
}
