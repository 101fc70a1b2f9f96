use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: String, #[arg(name = "query")] other: String) -> usize;
}

fn main() {}
