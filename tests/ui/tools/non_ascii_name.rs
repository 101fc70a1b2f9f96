use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn größe(&self) -> u8;
}

fn main() {}
