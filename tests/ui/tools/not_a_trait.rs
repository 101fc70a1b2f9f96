use agentkit::tools;

/// Searches.
#[tools]
struct Search;

fn main() {}
