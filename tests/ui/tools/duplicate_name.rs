use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self);

    /// Finds things.
    #[tool(name = "find")]
    fn look(&self);
}

fn main() {}
