/// More.
#[tools(extends(Base))]
pub trait More: Base {
    /// Does more.
    fn more(&self);
}
