use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
    type Item;
}

fn main() {}
