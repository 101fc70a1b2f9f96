use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(name = find)]
    fn find(&self);
}

fn main() {}
