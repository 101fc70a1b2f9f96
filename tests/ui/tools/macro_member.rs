use agentkit::tools;

macro_rules! methods {
    () => {};
}

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
    methods!();
}

fn main() {}
