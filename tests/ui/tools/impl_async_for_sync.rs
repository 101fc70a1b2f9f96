use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self) -> usize;
}

struct Index;

impl Search for Index {
    async fn find(&self) -> usize {
        0
    }
}

fn main() {}
