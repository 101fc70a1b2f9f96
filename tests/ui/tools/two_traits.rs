use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self) {}
}

/// Keeps.
#[tools]
trait Archive {
    /// Finds old things.
    #[tool(name = "find")]
    fn dig(&self) {}
}

struct Both;

impl Search for Both {}
impl Archive for Both {}

fn main() {
    Both.into_tools();
}
