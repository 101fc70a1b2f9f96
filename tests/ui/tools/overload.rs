use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self);

    /// Finds things.
    fn find(&self, query: String);
}

fn main() {}
