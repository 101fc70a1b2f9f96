use agentkit::tools;

#[derive(serde::Deserialize)]
struct Opaque;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: Opaque) -> String;
}

fn main() {}
