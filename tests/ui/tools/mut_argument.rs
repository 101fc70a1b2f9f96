use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, mut query: String) -> usize;
}

fn main() {}
