use agentkit::tools;

/// Eight mistakes are eight errors.
#[tools]
trait Bad<T> {
    async fn undocumented(&self);

    /// Changes itself.
    fn mutable(&mut self);

    /// Takes its argument apart, and lends it for too long.
    fn pattern(&self, (a, b): (u8, u8), name: &'static str);

    /// Has no receiver.
    fn free(x: u8) -> u8;

    /// Has the name of a generated method.
    fn into_tools(&self);

    type Item;
}

struct Index;

impl Bad<u8> for Index {
    type Item = u8;
    async fn undocumented(&self) {}
    fn mutable(&mut self) {}
    fn pattern(&self, (_a, _b): (u8, u8), _name: &'static str) {}
    fn free(x: u8) -> u8 {
        x
    }
}

fn main() {
    let _ = Index.into_tools();
}
