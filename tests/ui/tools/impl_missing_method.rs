use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

struct Index;

impl Search for Index {}

fn main() {}
