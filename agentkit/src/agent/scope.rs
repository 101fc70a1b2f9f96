//! What the tools of a run share with it.

use tokio_util::sync::CancellationToken;

use super::budget::Spent;
use super::drive::Drive;
use crate::model::Usage;
use crate::tool::{Budget as Left, RunScope, ToolContext};

impl Drive<'_> {
    /// What a tool may know of this run.
    pub(super) fn tool_context(&mut self, call_id: &str) -> ToolContext {
        let scope = match &self.scope {
            Some(scope) => scope,
            None => {
                let parent = self.context.cancellation.as_ref();
                let token = parent.map_or_else(CancellationToken::new, CancellationToken::child_token);
                let run_id = self.run_id();
                self.scope.insert(RunScope::new(run_id, token, &self.core.decoding))
            }
        };
        let context = ToolContext::of_run(call_id, self.report.turns, scope);
        context.with_budget(self.left())
    }

    /// What is left of this run's limits.
    fn left(&self) -> Left {
        let mut left = Left::default();
        left.turns = Some(self.core.bounds.turns.saturating_sub(self.report.turns));
        self.budgets.iter().for_each(|budget| budget.lower(&mut left));
        left.deadline = self.guard.deadline.map(tokio::time::Instant::into_std);
        left
    }

    /// Counts what tools have used of models.
    pub(super) fn count_tool_usage(&mut self) {
        let Some(scope) = &self.scope else { return };
        self.report.repairs.extend(scope.take_repairs());
        let used = scope.take_used();
        if used != Usage::default() {
            self.report.usage += used;
            for budget in &self.budgets {
                budget.spend(&self.core.origin.model, Some(used));
            }
        }
    }

    /// What this run has spent so far.
    pub(super) fn spent(&self) -> Spent {
        Spent {
            turns: self.report.turns.into(),
            tool_calls: self.tool_calls,
            usage: self.report.usage,
            ..Spent::default()
        }
    }
}
