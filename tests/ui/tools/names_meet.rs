use agentkit::{tool_set, tools};

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
    let _ = tool_set![Search: Both, Archive: Both];
}
