use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(timeout = std::mem::size_of::<u8>())]
    fn find(&self);
}

fn main() {}
