use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(one_of(true))] flag: bool) -> usize;
}

fn main() {}
