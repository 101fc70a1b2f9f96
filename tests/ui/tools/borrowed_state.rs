use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    fn find(&self) -> usize;
}

struct Index<'a>(&'a str);

impl Search for Index<'_> {
    fn find(&self) -> usize {
        self.0.len()
    }
}

fn main() {
    let text = String::from("text");
    Index(&text).into_tools();
}
