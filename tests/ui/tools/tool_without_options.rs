use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool]
    fn find(&self);
}

fn main() {}
