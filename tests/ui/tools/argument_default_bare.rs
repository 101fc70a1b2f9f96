use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self, #[arg(default)] n: u8) -> usize;
}

fn main() {}
