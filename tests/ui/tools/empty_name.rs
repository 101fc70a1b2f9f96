use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(name = "")]
    fn find(&self);
}

fn main() {}
