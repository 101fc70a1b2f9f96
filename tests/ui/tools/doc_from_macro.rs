use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    #[doc = concat!("Finds", " things.")]
    fn find(&self) -> usize;
}

fn main() {}
