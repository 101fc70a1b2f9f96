use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find<'a>(&'a self, query: String) -> usize;
}

fn main() {}
