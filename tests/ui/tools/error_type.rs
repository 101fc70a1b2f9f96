use agentkit::tools;

struct Opaque;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> Result<String, Opaque>;
}

fn main() {}
