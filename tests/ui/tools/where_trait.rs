use agentkit::tools;

/// Searches.
#[tools]
trait Search
where
    Self: Clone,
 {
    /// Finds things.
    fn find(&self, query: String) -> usize;
}

fn main() {}
