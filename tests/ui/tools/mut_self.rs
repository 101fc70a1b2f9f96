use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&mut self, query: String) -> usize;
}

fn main() {}
