use agentkit::tools;

/// Searches.
#[tools]
trait Search<T> {
    /// Finds things.
    fn find(&self, query: String) -> usize;
}

fn main() {}
