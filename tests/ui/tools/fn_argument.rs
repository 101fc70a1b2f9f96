use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: fn(u8) -> u8) -> usize;
}

fn main() {}
