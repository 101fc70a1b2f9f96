use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(timeout = "30h")]
    fn find(&self);
}

fn main() {}
