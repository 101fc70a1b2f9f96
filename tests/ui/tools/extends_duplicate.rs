use agentkit::tools;

/// Other.
#[tools]
trait Other {
    /// Finds.
    #[tool(name = "find")]
    fn look(&self);
}

/// Searches.
#[tools(extends(Other))]
trait Search: Other {
    /// Finds things.
    fn find(&self);
}

fn main() {}
