//! The tools of an agent.

use super::Tool;

/// The tools that an agent may call.
#[derive(Clone, Debug, Default)]
pub struct ToolSet {
    tools: Vec<Tool>,
}

impl ToolSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tools, in the order they were added.
    pub fn as_slice(&self) -> &[Tool] {
        &self.tools
    }

    /// This set's tools, then `other`'s. Names that meet are found when the agent is built.
    #[must_use]
    pub fn merge(mut self, other: impl Into<Self>) -> Self {
        self.tools.extend(other.into().tools);
        self
    }
}

impl FromIterator<Tool> for ToolSet {
    fn from_iter<I: IntoIterator<Item = Tool>>(tools: I) -> Self {
        Self { tools: tools.into_iter().collect() }
    }
}

impl From<Tool> for ToolSet {
    fn from(tool: Tool) -> Self {
        Self { tools: vec![tool] }
    }
}
