/// A recipe.
#[agent_output(partial)]
pub struct Recipe {
    /// The dish.
    pub title: String,
    /// Step by step.
    pub steps: Vec<String>,
}
