use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(len(1..=10))] n: u8) -> usize;
}

fn main() {}
