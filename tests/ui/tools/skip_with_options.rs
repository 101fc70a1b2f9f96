use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(skip, read_only)]
    fn find(&self);
}

fn main() {}
