use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(range(1..=10))] query: String) -> usize;
}

fn main() {}
