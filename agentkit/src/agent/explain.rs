//! What each agent's schemas become on the wire, and why.

use std::fmt;
use std::sync::Arc;

use super::core::{AnswerForm, Core};
use crate::provider::{SchemaPlan, Subject};

/// How the schemas of an agent, and of all agents that it is made of, go out; printed, it is a text for people.
///
/// ```
/// use agentkit::{Agent, agent_output};
///
/// /// A city.
/// #[agent_output]
/// struct City {
///     /// Its name.
///     name: String,
/// }
///
/// # #[cfg(feature = "http")]
/// # fn doc() -> agentkit::Result<()> {
/// use agentkit::provider::OpenAiResponses;
///
/// let model = OpenAiResponses::new("gpt-5.6").api_key("sk-…");
/// let agent: Agent<String, City> = Agent::builder(model).build()?;
/// assert!(agent.explain().to_string().contains("stop tool `stop`: strict"));
/// # Ok(())
/// # }
/// # #[cfg(feature = "http")]
/// # doc().unwrap();
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// One entry an agent, in the order that they stand in the composition.
    pub agents: Vec<AgentPlan>,
}

/// How the schemas of one agent go out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AgentPlan {
    /// The agent's name, if it was given one.
    pub name: Option<Arc<str>>,
    /// The provider's kind.
    pub provider: Arc<str>,
    /// The model.
    pub model: Arc<str>,
    /// Its tools in the order that they are offered, stop tools last, and the format of its answer.
    pub schemas: Vec<SchemaPlan>,
}

impl AgentPlan {
    pub(super) fn of(core: &Core) -> Self {
        let mut schemas = core.provider.plan(&core.request);
        if let AnswerForm::Stops(stops) = &core.answer {
            let called = |plan: &&mut SchemaPlan| plan.subject == Subject::Tool && stops.contains(&plan.name);
            for plan in schemas.iter_mut().filter(called) {
                plan.subject = Subject::StopTool;
            }
        }
        if let AnswerForm::Document(form) = &core.answer {
            if form.prompted {
                let name = form.document.format.name.as_str().into();
                let reason = "it stands in the instructions only (`OutputMode::Prompted`)";
                schemas.push(SchemaPlan::hint(&name, Subject::Reply, reason));
            } else if form.two_phase {
                let mut second = core.request.clone();
                core.last.put_into(&mut second);
                schemas.extend(core.provider.plan(&second));
            }
        }
        let (provider, model) = (Arc::clone(&core.origin.provider), Arc::clone(&core.origin.model));
        Self { name: core.name.clone(), provider, model, schemas }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, agent) in self.agents.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            agent.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for AgentPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "agent `{name}` on {} `{}`", self.provider, self.model)?,
            None => write!(f, "agent on {} `{}`", self.provider, self.model)?,
        }
        if self.schemas.is_empty() {
            f.write_str("\n  no schemas: no tools, and the answer is plain text")?;
        }
        for schema in &self.schemas {
            for line in schema.to_string().lines() {
                write!(f, "\n  {line}")?;
            }
        }
        Ok(())
    }
}
