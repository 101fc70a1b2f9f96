//! A picture of a composition.

use std::fmt::{self, Write};

use super::explain::AgentPlan;

/// A composition of agents as a graph; printed, it is a [Mermaid](https://mermaid.js.org) flowchart.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The plans of the agents that are drawn, where those are wanted: a drawing visits each.
    plans: Option<Vec<AgentPlan>>,
}

#[derive(Clone, Debug)]
struct Node {
    label: String,
    shape: NodeShape,
}

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    label: Option<String>,
}

/// How a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeShape {
    /// An agent.
    Agent,
    /// A function of the user's.
    Function,
    /// Where ways part or meet.
    Fork,
    /// A tool.
    Tool,
}

impl Graph {
    /// One that keeps the plans of the agents drawn in it.
    pub(crate) fn explaining() -> Self {
        Self { plans: Some(Vec::new()), ..Self::default() }
    }

    pub(crate) fn plan(&mut self, plan: impl FnOnce() -> AgentPlan) {
        if let Some(plans) = &mut self.plans {
            plans.push(plan());
        }
    }

    pub(crate) fn into_plans(self) -> Vec<AgentPlan> {
        self.plans.unwrap_or_default()
    }

    pub(crate) fn node(&mut self, label: impl Into<String>, shape: NodeShape) -> usize {
        self.nodes.push(Node { label: label.into(), shape });
        self.nodes.len() - 1
    }

    pub(crate) fn edge(&mut self, from: usize, to: usize, label: Option<&str>) {
        self.edges.push(Edge { from, to, label: label.map(str::to_owned) });
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("flowchart TD\n")?;
        for (id, node) in self.nodes.iter().enumerate() {
            let (open, close) = match node.shape {
                NodeShape::Agent => ("[\"", "\"]"),
                NodeShape::Function => ("(\"", "\")"),
                NodeShape::Fork => ("{\"", "\"}"),
                NodeShape::Tool => ("[/\"", "\"/]"),
            };
            write!(f, "    n{id}{open}")?;
            escaped(f, &node.label)?;
            writeln!(f, "{close}")?;
        }
        for edge in &self.edges {
            let arrow = if self.is_tool(edge.to) { "-.->" } else { "-->" };
            write!(f, "    n{} {arrow}", edge.from)?;
            if let Some(label) = &edge.label {
                f.write_str("|\"")?;
                escaped(f, label)?;
                f.write_str("\"|")?;
            }
            writeln!(f, " n{}", edge.to)?;
        }
        Ok(())
    }
}

impl Graph {
    fn is_tool(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.shape == NodeShape::Tool)
    }
}

/// Writes a label so that none of it is taken for Mermaid's own signs.
fn escaped(f: &mut fmt::Formatter<'_>, label: &str) -> fmt::Result {
    for c in label.chars() {
        match c {
            '"' => f.write_str("#quot;")?,
            '#' => f.write_str("#35;")?,
            '<' => f.write_str("#lt;")?,
            '>' => f.write_str("#gt;")?,
            '\n' | '\r' => f.write_str(" ")?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}
