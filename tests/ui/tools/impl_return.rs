use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, query: String) -> impl std::future::Future<Output = usize>;
}

fn main() {}
