use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(read_only, destructive)]
    fn find(&self);
}

fn main() {}
