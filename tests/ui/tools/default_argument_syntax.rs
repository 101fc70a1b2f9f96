use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, n: u8 = 3) -> usize;
}

fn main() {}
