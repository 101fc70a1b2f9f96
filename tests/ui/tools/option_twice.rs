use agentkit::tools;

/// Searches.
#[tools(crate = agentkit, crate = agentkit)]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

fn main() {}
