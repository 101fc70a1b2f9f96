use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(readonly)]
    fn find(&self);
}

fn main() {}
