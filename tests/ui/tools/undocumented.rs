use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    async fn find(&self, query: String) -> usize;
}

fn main() {}
