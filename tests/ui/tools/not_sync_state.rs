use agentkit::tools;

use std::cell::Cell;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self) -> usize;
}

struct Index(Cell<usize>);

impl Search for Index {
    fn find(&self) -> usize {
        self.0.get()
    }
}

fn main() {}
