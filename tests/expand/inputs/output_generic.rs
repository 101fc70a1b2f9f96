/// A page of things.
#[agent_output]
pub struct Page<T: Clone> {
    /// The things.
    pub items: Vec<T>,
}
