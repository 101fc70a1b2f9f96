use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn into_tools(&self) -> usize;
}

fn main() {}
