/// Knows its run.
#[tools]
pub trait Runs {
    /// The call's id.
    fn id(&self, context: &ToolContext) -> String;
}
