use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(range(1..=300))] n: u8) -> usize;
}

fn main() {}
