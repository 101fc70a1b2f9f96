//! Tool names known at compile time.

/// The names of the tools of one `#[tools]` trait, by which [`tool_set!`](crate::tool_set) finds names that
/// meet while the program is compiled.
///
/// `#[tools]` keeps it in a constant of the trait's own name: traits and values are named apart, so whoever
/// imports the trait has both.
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

    /// Asserts that no two of the tools have one name.
    ///
    /// # Panics
    /// If two have; the message names the tool and both traits. In a constant, that is a compile error.
    pub const fn assert_distinct(sets: &[&Self]) {
        let mut i = 0;
        while i < sets.len() {
            sets[i].assert_apart_within();
            let mut j = i + 1;
            while j < sets.len() {
                sets[i].assert_apart(sets[j]);
                j += 1;
            }
            i += 1;
        }
    }

    /// The same for a trait and those it extends.
    const fn assert_apart_within(&self) {
        let own = Self::new(self.owner, self.names, &[]);
        let mut i = 0;
        while i < self.extends.len() {
            own.assert_apart(self.extends[i]);
            i += 1;
        }
        Self::assert_distinct(self.extends);
    }

    const fn assert_apart(&self, other: &Self) {
        let mut i = 0;
        while i < self.names.len() {
            if let Some(owner) = other.owner_of(self.names[i]) {
                let message = Message::new()
                    .push("the tool `")
                    .push(self.names[i])
                    .push("` is in both `")
                    .push(self.owner)
                    .push("` and `")
                    .push(owner)
                    .push("`: rename one by `#[tool(name = \"..\")]`, or merge the sets with a `prefix`");
                panic!("{}", message.as_str());
            }
            i += 1;
        }
        let mut i = 0;
        while i < self.extends.len() {
            self.extends[i].assert_apart(other);
            i += 1;
        }
    }

    /// The trait that the tool comes from, if it is among these.
    const fn owner_of(&self, name: &str) -> Option<&'static str> {
        let mut i = 0;
        while i < self.names.len() {
            if equal(self.names[i], name) {
                return Some(self.owner);
            }
            i += 1;
        }
        let mut i = 0;
        while i < self.extends.len() {
            if let Some(owner) = self.extends[i].owner_of(name) {
                return Some(owner);
            }
            i += 1;
        }
        None
    }
}

const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Text put together in a constant.
struct Message {
    bytes: [u8; 512],
    len: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 512], len: 0 }
    }

    /// Appends `text`; what does not fit is left out whole.
    const fn push(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() <= self.bytes.len() - self.len {
            let mut i = 0;
            while i < text.len() {
                self.bytes[self.len + i] = text[i];
                i += 1;
            }
            self.len += text.len();
        }
        self
    }

    const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "two tools have one name",
        }
    }
}

/// The tools of several `#[tools]` traits as one [`ToolSet`](crate::ToolSet); two tools of one name are a
/// compile error that names the tool and both traits.
///
/// ```
/// use agentkit::{tool_set, tools};
///
/// /// Reads.
/// #[tools]
/// trait Reader {
///     /// Reads a page.
///     fn read(&self, page: u32) -> String;
/// }
///
/// /// Writes.
/// #[tools]
/// trait Writer {
///     /// Writes a page.
///     fn write(&self, page: u32, text: String);
/// }
///
/// struct Book;
/// # impl Reader for Book { fn read(&self, _: u32) -> String { String::new() } }
/// # impl Writer for Book { fn write(&self, _: u32, _: String) {} }
///
/// let book = std::sync::Arc::new(Book);
/// let tools = tool_set![Reader: book.clone(), Writer: book];
/// assert_eq!(tools.as_slice().len(), 2);
/// ```
#[macro_export]
macro_rules! tool_set {
    ($($tools:path: $state:expr),+ $(,)?) => {{
        const _: () = $crate::tool::ToolNames::assert_distinct(&[$(&$tools.0),+]);
        $crate::ToolSet::new()$(.merge($tools.of(&$crate::__private::Arc::new($state))))+
    }};
}
