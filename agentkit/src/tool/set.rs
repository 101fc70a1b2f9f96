//! The tools of an agent.

use std::sync::Arc;

use super::Tool;

/// The tools that an agent may call.
///
/// What is asked of a set that cannot be done, such as renaming a tool that is not there, is one of its
/// [`faults`](Self::faults), and the agent is not built.
#[derive(Clone, Debug, Default)]
pub struct ToolSet {
    tools: Vec<Tool>,
    faults: Vec<String>,
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

    /// This set's tools, then `other`'s. Names that meet are found when the agent is built, or while the
    /// program is compiled by [`tool_set!`](crate::tool_set).
    #[must_use]
    pub fn merge(mut self, other: impl Into<Self>) -> Self {
        let other = other.into();
        self.tools.extend(other.tools);
        self.faults.extend(other.faults);
        self
    }

    /// The same tools, each name behind `prefix`.
    #[must_use]
    pub fn prefix(mut self, prefix: &str) -> Self {
        self.tools = self
            .tools
            .into_iter()
            .map(|tool| {
                let name = format!("{prefix}{}", tool.name());
                tool.named(name)
            })
            .collect();
        self
    }

    /// The same tools, the one called `from` now called `to`.
    #[must_use]
    pub fn rename(mut self, from: &str, to: impl Into<Arc<str>>) -> Self {
        self.expect("renamed", &[from]);
        let to = to.into();
        let tools = self.tools.into_iter();
        self.tools =
            tools.map(|tool| if tool.name() == from { tool.named(to.clone()) } else { tool }).collect();
        self
    }

    /// Only the tools of these names.
    #[must_use]
    pub fn only<const N: usize>(mut self, names: [&str; N]) -> Self {
        self.expect("kept", &names);
        self.tools.retain(|tool| names.contains(&tool.name()));
        self
    }

    /// All but the tools of these names.
    #[must_use]
    pub fn without<const N: usize>(mut self, names: [&str; N]) -> Self {
        self.expect("left out", &names);
        self.tools.retain(|tool| !names.contains(&tool.name()));
        self
    }

    /// What was asked of the set or of its tools and cannot be done.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        let tools =
            self.tools.iter().filter_map(|tool| Some(format!("tool `{}`: {}", tool.name(), tool.fault()?)));
        self.faults.iter().cloned().chain(tools)
    }

    fn expect(&mut self, done: &str, names: &[&str]) {
        for name in names {
            if !self.tools.iter().any(|tool| tool.name() == *name) {
                let known: Vec<_> = self.tools.iter().map(|tool| format!("`{}`", tool.name())).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                self.faults.push(format!("no tool `{name}` is there to be {done}; the tools are {known}"));
            }
        }
    }
}

impl FromIterator<Tool> for ToolSet {
    fn from_iter<I: IntoIterator<Item = Tool>>(tools: I) -> Self {
        Self { tools: tools.into_iter().collect(), faults: Vec::new() }
    }
}

impl From<Tool> for ToolSet {
    fn from(tool: Tool) -> Self {
        Self { tools: vec![tool], faults: Vec::new() }
    }
}
