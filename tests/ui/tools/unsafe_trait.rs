use agentkit::tools;

/// Searches.
#[tools]
unsafe trait Search {
    /// Finds things.
    fn find(&self, query: String) -> usize;
}

fn main() {}
