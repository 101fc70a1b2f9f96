use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&'static self, query: String) -> usize;
}

fn main() {}
