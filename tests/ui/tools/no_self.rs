use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(query: String) -> usize;
}

fn main() {}
