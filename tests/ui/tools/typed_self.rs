use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(self: &std::sync::Arc<Self>, query: String) -> usize;
}

fn main() {}
