use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: &mut String) -> usize;
}

fn main() {}
