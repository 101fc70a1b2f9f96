use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(name = "find things")]
    fn find(&self);
}

fn main() {}
