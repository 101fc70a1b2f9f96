//! Tool names known at compile time.

/// The names of the tools of one `#[tools]` trait, by which [`tool_set!`](crate::tool_set) finds names that
/// meet while the program is compiled.
#[derive(Clone, Copy, Debug)]
pub struct ToolNames {
    owner: &'static str,
    names: &'static [&'static str],
    extends: &'static [&'static ToolNames],
}

impl ToolNames {
    /// The names of `owner`'s own tools, and those of the traits it extends.
    pub const fn new(
        owner: &'static str,
        names: &'static [&'static str],
        extends: &'static [&'static Self],
    ) -> Self {
        Self { owner, names, extends }
    }

    /// The trait.
    pub const fn owner(&self) -> &'static str {
        self.owner
    }

    /// The names of its own tools.
    pub const fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The traits whose tools come with its own.
    pub const fn extends(&self) -> &'static [&'static Self] {
        self.extends
    }
}
