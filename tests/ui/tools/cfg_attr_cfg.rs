use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[cfg_attr(all(), cfg(any()))]
    fn find(&self);
}

fn main() {}
