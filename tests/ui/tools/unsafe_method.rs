use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    unsafe fn find(&self, query: String) -> usize;
}

fn main() {}
