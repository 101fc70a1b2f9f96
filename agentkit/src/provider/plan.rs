//! How schemas go out, and how far the provider holds the model to them.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::ProviderError;
use crate::model::{Request, ToolConstraint};
use crate::schema::{Change, Family, LowerError, Refusal, Target, best, lower};

/// How one schema of a request goes out, and how far the provider holds the model to it.
///
/// Whatever goes out, what comes back is checked against the full schema.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SchemaPlan {
    /// The tool's name, or the response format's.
    pub name: Arc<str>,
    /// What the schema is of.
    pub subject: Subject,
    /// How the provider holds the model to it; under [`ToolConstraint::None`] the schema is a hint.
    pub constraint: ToolConstraint,
    /// Why it is a hint, where that is not the schema's doing: a setting, the model or a limit of the request.
    pub reason: Option<String>,
    /// Why it is a hint, where it is the schema's doing, by path.
    pub refusals: Vec<Refusal>,
    /// How the schema that is sent differs from the full one, by path.
    pub changes: Vec<Change>,
}

/// What a schema is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// The arguments of a tool's calls.
    Tool,
    /// The arguments of a call that gives the answer.
    StopTool,
    /// The reply itself.
    Reply,
}

impl SchemaPlan {
    pub(crate) fn hint(name: &Arc<str>, subject: Subject, reason: impl Into<String>) -> Self {
        Self {
            name: Arc::clone(name),
            subject,
            constraint: ToolConstraint::None,
            reason: Some(reason.into()),
            refusals: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Whether the provider holds the model to the schema.
    pub fn is_enforced(&self) -> bool {
        self.constraint != ToolConstraint::None
    }
}

impl fmt::Display for SchemaPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = match self.subject {
            Subject::Tool => "tool",
            Subject::StopTool => "stop tool",
            Subject::Reply => "reply",
        };
        let constraint = match self.constraint {
            ToolConstraint::None => "loose",
            ToolConstraint::Strict => "strict",
            ToolConstraint::Grammar => "grammar",
        };
        write!(f, "{subject} `{}`: {constraint}", self.name)?;
        if let Some(reason) = &self.reason {
            write!(f, ", since {reason}")?;
        }
        for refusal in &self.refusals {
            write!(f, "\n  not strict: {refusal}")?;
        }
        for change in &self.changes {
            write!(f, "\n  sent differently: {change}")?;
        }
        Ok(())
    }
}

/// A schema as it is sent, and all that is to be said of it.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) schema: Value,
    pub(crate) constraint: ToolConstraint,
    reason: Option<String>,
    refusals: Vec<Refusal>,
    changes: Vec<Change>,
}

impl Sent {
    /// In the strict form where it fits, else as a hint.
    pub(crate) fn best(schema: &Value, family: Family) -> Result<Self, LowerError> {
        let choice = best(schema, family)?;
        let constraint = if choice.strict { ToolConstraint::Strict } else { ToolConstraint::None };
        let (schema, changes) = (choice.lowered.schema, choice.lowered.changes);
        Ok(Self { schema, constraint, reason: None, refusals: choice.why_not, changes })
    }

    /// In a form that the provider holds the model to.
    pub(crate) fn held(
        schema: &Value,
        target: Target,
        constraint: ToolConstraint,
    ) -> Result<Self, LowerError> {
        let lowered = lower(schema, target)?;
        let (schema, changes) = (lowered.schema, lowered.changes);
        Ok(Self { schema, constraint, reason: None, refusals: Vec::new(), changes })
    }

    /// As a hint.
    pub(crate) fn hint(schema: &Value, target: Target, reason: &str) -> Result<Self, LowerError> {
        let sent = Self::held(schema, target, ToolConstraint::None)?;
        Ok(Self { reason: Some(reason.to_owned()), ..sent })
    }

    pub(crate) fn is_strict(&self) -> bool {
        self.constraint == ToolConstraint::Strict
    }

    fn plan(self, name: Arc<str>, subject: Subject) -> SchemaPlan {
        let Self { constraint, reason, refusals, changes, .. } = self;
        SchemaPlan { name, subject, constraint, reason, refusals, changes }
    }
}

/// The reason of a hint that a setting wants.
pub(crate) const NOT_ASKED: &str = "`constraint` is `ToolConstraint::None`";
/// The reason of a hint to a model that cannot be held to more.
pub(crate) const NO_STRICT_MODE: &str = "the model has no strict mode";

/// The plan of a request whose schemas are written by `tool` and `format`, the tools first.
pub(crate) fn of(
    request: &Request,
    mut tool: impl FnMut(&crate::model::ToolDefinition) -> Result<Sent, ProviderError>,
    format: impl FnOnce(&crate::model::ResponseFormat) -> Result<Sent, ProviderError>,
) -> Vec<SchemaPlan> {
    let planned = |name: Arc<str>, subject, sent: Result<Sent, ProviderError>| match sent {
        Ok(sent) => sent.plan(name, subject),
        Err(error) => SchemaPlan::hint(&name, subject, format!("it cannot be sent: {error}")),
    };
    let tools = request.tools.as_slice().iter();
    let mut plans: Vec<_> =
        tools.map(|one| planned(Arc::clone(&one.name), Subject::Tool, tool(one))).collect();
    if let Some(one) = &request.response_format {
        plans.push(planned(one.name.as_str().into(), Subject::Reply, format(one)));
    }
    plans
}

/// The plan of a request to a provider that says nothing of itself.
pub(crate) fn unknown(request: &Request) -> Vec<SchemaPlan> {
    const REASON: &str = "the provider does not say how it holds the model to a schema";
    let tools = request.tools.as_slice().iter();
    let mut plans: Vec<_> = tools.map(|tool| SchemaPlan::hint(&tool.name, Subject::Tool, REASON)).collect();
    if let Some(format) = &request.response_format {
        plans.push(SchemaPlan::hint(&format.name.as_str().into(), Subject::Reply, REASON));
    }
    plans
}
