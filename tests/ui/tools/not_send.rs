use agentkit::tools;

use std::rc::Rc;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    async fn find(&self, query: String) -> usize;
}

struct Index;

impl Search for Index {
    async fn find(&self, query: String) -> usize {
        let rc = Rc::new(query);
        std::future::ready(()).await;
        rc.len()
    }
}

fn main() {}
