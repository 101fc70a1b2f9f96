use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: Option<&str>) -> usize;
}

fn main() {}
