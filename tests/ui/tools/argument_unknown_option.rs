use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(min = 1)] n: u8) -> usize;
}

fn main() {}
