use agentkit::tools;

/// Searches.
#[tools]
trait Search<'a> {
    /// Finds things.
    fn find(&self, query: String) -> usize;
}

fn main() {}
