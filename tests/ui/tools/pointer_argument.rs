use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: *const u8) -> usize;
}

fn main() {}
