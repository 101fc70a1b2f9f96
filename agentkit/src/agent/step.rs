//! What an agent runs.

use super::context::Context;
use super::entry::Entry;
use super::graph::Graph;
use crate::{BoxFuture, Result, Run};

/// One agent or a composition of agents. Private, so that only this crate makes agents.
pub(crate) trait Step<In, Out>: Send + Sync {
    /// The name that errors and events show.
    fn name(&self) -> Option<&str>;

    /// Runs to the answer.
    fn run<'a>(&'a self, entry: Entry<In>, context: &'a Context) -> BoxFuture<'a, Result<Run<Out>>>;

    /// Draws itself, and returns the nodes where it begins and ends.
    fn draw(&self, graph: &mut Graph) -> (usize, usize);
}
