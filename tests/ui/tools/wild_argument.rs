use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, _: String) -> usize;
}

fn main() {}
