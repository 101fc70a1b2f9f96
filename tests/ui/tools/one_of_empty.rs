use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(one_of())] color: String) -> usize;
}

fn main() {}
