use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: impl Into<String>) -> usize;
}

fn main() {}
