use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(name = "a b")] query: String) -> usize;
}

fn main() {}
