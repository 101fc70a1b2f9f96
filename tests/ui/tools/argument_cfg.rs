use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[cfg(any())] query: String) -> usize;
}

fn main() {}
