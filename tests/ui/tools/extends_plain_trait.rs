use agentkit::tools;

trait Other: Sized {}

/// Searches.
#[tools(extends(Other))]
trait Search: Other {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

fn main() {}
