use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(timeout = 30)]
    fn find(&self);
}

fn main() {}
