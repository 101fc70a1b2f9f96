/// What kind of text is decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// A final answer.
    #[default]
    Final,
    /// The arguments of one tool call: an empty text is `{}`, a leading `{}` is ignored, and two
    /// different objects are an error.
    ToolArgs,
}

/// How much repair is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// None: anything that would be reported as a repair is an error.
    Strict,
    /// Repairs with one reading.
    #[default]
    Standard,
    /// Also every debatable repair that has an option of its own, apart from the choice among
    /// different answers ([`Options::on_ambiguous`]).
    Lenient,
}

/// What becomes of a member that a closed object's schema does not name.
///
/// An object is closed by `"additionalProperties": false`. A member that an open object's schema does
/// not name is dropped and reported under both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// It is dropped and reported.
    #[default]
    Drop,
    /// It is an error that names it and lists the known members.
    Refuse,
}

/// What to do when a reply holds several different answers that fit equally well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnAmbiguous {
    /// An error: a retry costs one call, a wrong pick is silent.
    #[default]
    Error,
    /// The first one.
    First,
    /// The last one.
    Last,
}

/// How a reply is decoded. Every limit is finite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own, and all combinations make sense"
)]
pub struct Options {
    pub(super) mode: Mode,
    pub(super) strictness: Strictness,
    pub(super) unknown: Unknown,
    pub(super) on_ambiguous: OnAmbiguous,
    pub(super) max_bytes: usize,
    pub(super) max_depth: usize,
    pub(super) absent_as_null: bool,
    pub(super) thousands_separators: bool,
    pub(super) same_line_commas: bool,
    pub(super) yaml: bool,
}

/// The largest size that can be set: node positions are 32-bit.
const MAX_BYTES: usize = 1 << 30;
/// The deepest nesting that can be set: fitting recurses once a level.
const MAX_DEPTH: usize = 128;

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Final,
            strictness: Strictness::Standard,
            unknown: Unknown::Drop,
            on_ambiguous: OnAmbiguous::Error,
            max_bytes: 4 << 20,
            max_depth: MAX_DEPTH,
            absent_as_null: false,
            thousands_separators: false,
            same_line_commas: false,
            yaml: false,
        }
    }
}

impl Options {
    /// For a final answer, at the standard strictness.
    pub fn new() -> Self {
        Self::default()
    }

    /// For the arguments of a tool call: [`Mode::ToolArgs`] and [`Unknown::Refuse`].
    pub fn tool_args() -> Self {
        Self::default().mode(Mode::ToolArgs).unknown(Unknown::Refuse)
    }

    /// What kind of text is decoded.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// How much repair is allowed.
    #[must_use]
    pub fn strictness(self, strictness: Strictness) -> Self {
        let lenient = strictness == Strictness::Lenient;
        Self {
            strictness,
            absent_as_null: lenient,
            thousands_separators: lenient,
            same_line_commas: lenient,
            yaml: lenient,
            ..self
        }
    }

    /// What becomes of members that a closed object does not name.
    #[must_use]
    pub fn unknown(self, unknown: Unknown) -> Self {
        Self { unknown, ..self }
    }

    /// What to do with several different answers.
    #[must_use]
    pub fn on_ambiguous(self, on_ambiguous: OnAmbiguous) -> Self {
        Self { on_ambiguous, ..self }
    }

    /// The longest reply that is read, in bytes; 4 MiB unless set, at most 1 GiB.
    #[must_use]
    pub fn max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes: max_bytes.min(MAX_BYTES), ..self }
    }

    /// The deepest nesting of arrays and objects that is read; 128 unless set, at most 128.
    #[must_use]
    pub fn max_depth(self, max_depth: usize) -> Self {
        Self { max_depth: max_depth.min(MAX_DEPTH), ..self }
    }

    /// Whether an absent member that is required and nullable is read as `null`. Off unless set.
    #[must_use]
    pub fn absent_as_null(self, on: bool) -> Self {
        Self { absent_as_null: on, ..self }
    }

    /// Whether the string `"1,234"` is read as the number 1234. Off unless set.
    #[must_use]
    pub fn thousands_separators(self, on: bool) -> Self {
        Self { thousands_separators: on, ..self }
    }

    /// Whether a comma that is missing between two values on one line is repaired. Off unless set.
    #[must_use]
    pub fn same_line_commas(self, on: bool) -> Self {
        Self { same_line_commas: on, ..self }
    }

    /// Whether a reply without JSON is read as block YAML: mappings, sequences and plain or quoted
    /// scalars. Off unless set.
    #[must_use]
    pub fn yaml(self, on: bool) -> Self {
        Self { yaml: on, ..self }
    }
}
