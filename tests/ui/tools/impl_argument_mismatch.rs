use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

struct Index;

impl Search for Index {
    async fn find(&self, _query: u8) -> usize {
        0
    }
}

fn main() {}
