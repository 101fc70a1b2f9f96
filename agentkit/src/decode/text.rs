//! Looking at bytes: the inner loops, and the classes of characters.

/// One byte in each lane of a word.
const fn lanes(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The high bit of each lane that is zero (and maybe of lanes above it).
const fn zero_lanes(word: u64) -> u64 {
    word.wrapping_sub(lanes(1)) & !word & lanes(0x80)
}

/// The first position from `at` on of such a quote, a backslash or a control character.
#[inline]
pub(super) fn plain_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(chunk) = bytes.get(at..at + 8).and_then(|chunk| <[u8; 8]>::try_from(chunk).ok()) {
        let word = u64::from_le_bytes(chunk);
        let control = word.wrapping_sub(lanes(0x20)) & !word & lanes(0x80);
        let hit = zero_lanes(word ^ lanes(quote)) | zero_lanes(word ^ lanes(b'\\')) | control;
        if hit != 0 {
            // The lowest marked lane is always a true hit: borrows only run upwards.
            return at + (hit.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == quote || byte == b'\\' || byte < 0x20 {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// A set of bytes.
pub(super) struct Bytes([bool; 256]);

impl Bytes {
    pub(super) const ALPHANUMERIC: Self =
        Self::of(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    pub(super) const BEYOND_ASCII: Self = Self::from(0x80);

    pub(super) const fn of(bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        let mut at = 0;
        while at < bytes.len() {
            set[bytes[at] as usize] = true;
            at += 1;
        }
        Self(set)
    }

    const fn from(first: u8) -> Self {
        let mut set = [false; 256];
        let mut byte = first as usize;
        while byte < set.len() {
            set[byte] = true;
            byte += 1;
        }
        Self(set)
    }

    pub(super) const fn and(mut self, other: &Self) -> Self {
        let mut byte = 0;
        while byte < other.0.len() {
            self.0[byte] |= other.0[byte];
            byte += 1;
        }
        self
    }

    pub(super) fn has(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)).is_some_and(|&has| has)
    }

    /// The end of a run of them from `at` on.
    #[inline]
    pub(super) fn end(&self, bytes: &[u8], mut at: usize) -> usize {
        while bytes.get(at).is_some_and(|&byte| self.has(byte)) {
            at += 1;
        }
        at
    }

    /// The first position from `at` on of one of them, or the end.
    #[inline]
    pub(super) fn find(&self, bytes: &[u8], mut at: usize) -> usize {
        while bytes.get(at).is_some_and(|&byte| !self.has(byte)) {
            at += 1;
        }
        at
    }
}

/// The end of JSON white space.
pub(super) fn space_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// The end of the JSON number that starts at `at`, if one does.
#[inline]
pub(super) fn number_end(bytes: &[u8], at: usize) -> Option<usize> {
    let whole = at + usize::from(bytes.get(at) == Some(&b'-'));
    let end = match bytes.get(whole) {
        Some(b'0') => whole + 1,
        Some(b'1'..=b'9') => digits_end(bytes, whole + 1),
        _ => return None,
    };
    match bytes.get(end) {
        Some(b'.' | b'e' | b'E') => fraction_end(bytes, end),
        // After a leading zero.
        Some(b'0'..=b'9') => None,
        _ => Some(end),
    }
}

/// The end of the fraction and exponent of a number.
fn fraction_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    if bytes.get(end) == Some(&b'.') {
        let fraction = end + 1;
        end = digits_end(bytes, fraction);
        if end == fraction {
            return None;
        }
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let power = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = digits_end(bytes, power);
        if end == power {
            return None;
        }
    }
    Some(end)
}

/// A Unicode space that JSON does not know, with its length. The byte order mark is one of them.
pub(super) fn unicode_space(text: &str, at: usize) -> Option<usize> {
    let c = text.get(at..)?.chars().next()?;
    let space =
        (!c.is_ascii() && c.is_whitespace()) || matches!(c, '\u{b}' | '\u{c}' | '\u{feff}' | '\u{200b}');
    space.then(|| c.len_utf8())
}

/// Four hexadecimal digits.
pub(super) fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, &byte| Some(value * 16 + char::from(byte).to_digit(16)?))
}

/// What an escape sequence stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escape {
    /// A character, and the length of the sequence.
    Char(char, usize),
    /// JSON has no such escape.
    Invalid,
    /// Half of a surrogate pair.
    Surrogate,
    /// The input ends inside.
    Cut,
}

/// Reads the escape sequence whose backslash is at `at`.
#[inline]
pub(super) fn escape(bytes: &[u8], at: usize) -> Escape {
    let Some(&byte) = bytes.get(at + 1) else { return Escape::Cut };
    let c = match byte {
        b'"' | b'\\' | b'/' => char::from(byte),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(bytes, at),
        _ => return Escape::Invalid,
    };
    Escape::Char(c, 2)
}

fn unicode_escape(bytes: &[u8], at: usize) -> Escape {
    let Some(high) = hex4(bytes, at + 2) else { return cut_or_invalid(bytes, at + 2) };
    if !(0xd800..0xe000).contains(&high) {
        return char::from_u32(high).map_or(Escape::Surrogate, |c| Escape::Char(c, 6));
    }
    if high >= 0xdc00 {
        return Escape::Surrogate;
    }
    match (bytes.get(at + 6), bytes.get(at + 7)) {
        (None, _) | (Some(b'\\'), None) => return Escape::Cut,
        (Some(b'\\'), Some(b'u')) => {}
        _ => return Escape::Surrogate,
    }
    let Some(low) = hex4(bytes, at + 8) else {
        return if cut_or_invalid(bytes, at + 8) == Escape::Cut { Escape::Cut } else { Escape::Surrogate };
    };
    if !(0xdc00..0xe000).contains(&low) {
        return Escape::Surrogate;
    }
    let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    char::from_u32(code).map_or(Escape::Surrogate, |c| Escape::Char(c, 12))
}

/// Fewer than four hexadecimal digits: cut if the input ends there.
fn cut_or_invalid(bytes: &[u8], at: usize) -> Escape {
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.len() < 4 && rest.iter().all(u8::is_ascii_hexdigit) { Escape::Cut } else { Escape::Invalid }
}

/// Folds a key or enum member: case, spaces, `-`, `_` and the backslash of a Markdown escape vanish.
pub(super) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.trim().chars() {
        match c {
            ' ' | '-' | '_' | '\\' => {}
            c if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            c => folded.extend(c.to_lowercase()),
        }
    }
    folded
}
