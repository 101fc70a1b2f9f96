use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: &dyn std::fmt::Debug) -> usize;
}

fn main() {}
