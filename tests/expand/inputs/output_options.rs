/// A plan.
#[agent_output(failure = NoPlan, stop_name = "plan", validate = Plan::check)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<String>,
}
