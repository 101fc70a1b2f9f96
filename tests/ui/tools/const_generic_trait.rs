use agentkit::tools;

/// Searches.
#[tools]
trait Search<const N: usize> {
    /// Finds things.
    fn find(&self, query: String) -> usize;
}

fn main() {}
