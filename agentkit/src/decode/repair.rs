use std::fmt;
use std::ops::Range;

/// One thing that was done to a reply to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// What was done.
    pub kind: RepairKind,
    /// Where in the value, as a JSON pointer; empty for the root.
    pub path: String,
    /// Where in the reply, in bytes.
    pub span: Range<usize>,
}

impl Repair {
    pub(super) fn new(kind: RepairKind, path: String, start: usize, end: usize) -> Self {
        Self { kind, path, span: start..end.max(start) }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if !self.path.is_empty() {
            write!(f, " at {}", self.path)?;
        }
        write!(f, " (bytes {}..{})", self.span.start, self.span.end)
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// The kinds of [`Repair`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RepairKind { $($(#[$doc])* $variant,)* }

        impl RepairKind {
            /// The kind's name in `snake_case`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

kinds! {
    /// A byte order mark was skipped.
    Bom = "bom",
    /// A code fence around the value was removed.
    Fence = "fence",
    /// A code fence that was opened and never closed was removed.
    FenceUnclosed = "fence_unclosed",
    /// Text around the value was ignored.
    Prose = "prose",
    /// A thinking block was skipped.
    Think = "think",
    /// A tag around the value was removed, such as `<answer>`.
    TagWrapper = "tag_wrapper",
    /// Emphasis marks around the whole reply were removed.
    MarkdownEmphasis = "markdown_emphasis",
    /// A comma before a closing bracket was dropped.
    TrailingComma = "trailing_comma",
    /// A leading or doubled comma in an object was dropped.
    ExtraComma = "extra_comma",
    /// A comma was missing at a line break.
    MissingComma = "missing_comma",
    /// A colon was missing between a key and a string.
    MissingColon = "missing_colon",
    /// A comment was skipped.
    Comment = "comment",
    /// Single quotes or backticks stood for double quotes.
    SingleQuotes = "single_quotes",
    /// Typographic quotes stood for double quotes.
    CurlyQuotes = "curly_quotes",
    /// A string was in triple quotes.
    TripleQuotes = "triple_quotes",
    /// A string was in doubled quotes, `""text""`.
    DoubledQuotes = "doubled_quotes",
    /// Quotes inside a string were not escaped.
    InnerQuote = "inner_quote",
    /// Every quote of the value was escaped, `{\"a\": 1}`.
    EscapedJson = "escaped_json",
    /// A key stood without quotes.
    UnquotedKey = "unquoted_key",
    /// A word stood without quotes where a string fits.
    BarewordString = "bareword_string",
    /// `True`, `False`, `None` or another spelling of a JSON literal.
    PythonLiteral = "python_literal",
    /// String literals joined by `+`.
    StringConcat = "string_concat",
    /// A number such as `+7`, `.5` or `2.`.
    Json5Number = "json5_number",
    /// A number with underscores, `1_000`.
    PythonNumber = "python_number",
    /// A line break stood unescaped in a string.
    RawNewlineInString = "raw_newline_in_string",
    /// Another control character stood unescaped in a string.
    RawControlInString = "raw_control_in_string",
    /// An escape that JSON does not have; the backslash was kept, or dropped before a quote.
    InvalidEscape = "invalid_escape",
    /// White space that JSON does not have.
    UnicodeSpace = "unicode_space",
    /// A closing bracket too many after the value.
    ExtraCloser = "extra_closer",
    /// A `}` closed an array.
    MismatchedCloser = "mismatched_closer",
    /// A key stood twice with equal values.
    DuplicateEqual = "duplicate_equal",
    /// A member had the value `undefined` and was taken as absent.
    UndefinedDropped = "undefined_dropped",
    /// Open objects were closed at the end of a cut reply.
    CloseOpen = "close_open",
    /// An optional member that was cut short was dropped.
    PartialOptionalDropped = "partial_optional_dropped",
    /// Several values stood in the reply; one fits the schema.
    PickBySchema = "pick_by_schema",
    /// The same answer stood several times.
    DuplicateCandidate = "duplicate_candidate",
    /// One of several different answers was taken, as the options say.
    AmbiguousPick = "ambiguous_pick",
    /// Adjacent objects were collected into an array.
    CollectArray = "collect_array",
    /// An object was wrapped into an array of one.
    WrapArray = "wrap_array",
    /// A wrapper with one member or element was removed.
    UnwrapSingle = "unwrap_single",
    /// The arguments were taken out of `{name, arguments}`.
    UnwrapCall = "unwrap_call",
    /// A leading `{}` was ignored.
    EmptyPrefixObject = "empty_prefix_object",
    /// Empty arguments were read as `{}`.
    EmptyArgs = "empty_args",
    /// A string became an integer.
    StringToInt = "string_to_int",
    /// A string became a number.
    StringToNumber = "string_to_number",
    /// A string became a boolean.
    StringToBool = "string_to_bool",
    /// A string became `null`.
    StringToNull = "string_to_null",
    /// A number became a string, by its source text.
    NumberToString = "number_to_string",
    /// `5.0` became the integer 5.
    IntegralFloat = "integral_float",
    /// A string that held a JSON text was decoded.
    DecodeString = "decode_string",
    /// An enum member was matched after folding case.
    EnumCase = "enum_case",
    /// An enum member was matched after folding case, spaces, `-` and `_`.
    EnumNormalised = "enum_normalised",
    /// A key was matched after folding case, spaces, `-` and `_`.
    KeyNormalised = "key_normalised",
    /// `null` for an optional member that cannot be null was taken as absent.
    NullOptionalDropped = "null_optional_dropped",
    /// A member that the schema does not name was dropped.
    ExtraDropped = "extra_dropped",
    /// An absent member that is required and nullable was read as `null`.
    AbsentAsNull = "absent_as_null",
    /// Thousands separators were removed from a number.
    ThousandsSeparators = "thousands_separators",
    /// The reply was read as YAML.
    Yaml = "yaml",
    /// More repairs were made than are listed; the list stops here.
    More = "more",
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The most repairs that are listed for one reply.
const MAX_LISTED: usize = 1000;

/// The repairs of one candidate, bounded so that a hostile reply cannot fill memory with them.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs {
    list: Vec<Repair>,
}

impl Repairs {
    /// Adds a repair; the path is only built when the repair is listed.
    #[inline]
    pub(super) fn add(&mut self, kind: RepairKind, path: impl FnOnce() -> String, start: usize, end: usize) {
        match self.list.len() {
            n if n < MAX_LISTED => self.list.push(Repair::new(kind, path(), start, end)),
            MAX_LISTED => self.list.push(Repair::new(RepairKind::More, String::new(), start, end)),
            _ => {}
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// Takes off what was added since.
    pub(super) fn split_off(&mut self, len: usize) -> Self {
        Self { list: self.list.split_off(len.min(self.list.len())) }
    }

    pub(super) fn append(&mut self, other: Self) {
        for repair in other.list {
            if self.list.len() > MAX_LISTED {
                return;
            }
            self.list.push(repair);
        }
    }

    /// All of them, in the order of the reply.
    pub(super) fn into_vec(mut self) -> Vec<Repair> {
        self.list.sort_by_key(|repair| repair.span.start);
        self.list
    }
}
