use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(retries = "3")]
    fn find(&self);
}

fn main() {}
