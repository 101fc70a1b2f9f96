use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[serde(default)] query: String) -> usize;
}

fn main() {}
