use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    extern "C" fn find(&self, query: u8) -> usize;
}

fn main() {}
