use agentkit::tools;

/// Searches.
#[tools]
trait Search {
    /// Finds things.
    #[tool(name = "find_one_thing_after_another_until_all_the_things_there_are_are_found")]
    fn find(&self);
}

fn main() {}
