use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(one_of(1, 2))] color: String) -> usize;
}

fn main() {}
