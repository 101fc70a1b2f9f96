use agentkit::tools;

/// Searches.
#[tools(nmae = "x")]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

fn main() {}
