use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(read_only = true)]
    fn find(&self);
}

fn main() {}
