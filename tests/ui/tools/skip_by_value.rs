use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(skip)]
    fn finish(self);
}

fn main() {}
