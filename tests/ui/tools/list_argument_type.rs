use agentkit::tools;

struct Opaque;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: Vec<Opaque>) -> String;
}

fn main() {}
