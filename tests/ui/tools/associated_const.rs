use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
    const LIMIT: usize;
}

fn main() {}
