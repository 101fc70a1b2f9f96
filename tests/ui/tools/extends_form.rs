use agentkit::tools;

/// Other.
#[tools]
trait Other {}

/// Searches.
#[tools(extends("Other"))]
trait Search: Other {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

fn main() {}
