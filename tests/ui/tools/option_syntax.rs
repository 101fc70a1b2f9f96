use agentkit::tools;

/// Searches.
#[tools(crate = )]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

fn main() {}
