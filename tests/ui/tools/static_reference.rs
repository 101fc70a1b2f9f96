use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: &'static str) -> usize;
}

fn main() {}
