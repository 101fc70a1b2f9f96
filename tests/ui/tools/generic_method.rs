use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find<T: serde::de::DeserializeOwned>(&self, query: T) -> usize;
}

fn main() {}
