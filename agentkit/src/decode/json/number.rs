//! Numbers as texts: nothing is rounded before a type asks for it.

use std::cmp::Ordering;

/// A JSON number taken apart: sign, significant digits without zeros at either end, power of ten.
///
/// Zero has no digits. Two texts are the same number exactly if the parts are the same.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::decode) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a text that is a JSON number.
    pub(in crate::decode) fn new(text: &str) -> Self {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = match rest.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, parse_power(power)),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = String::with_capacity(mantissa.len());
        digits.push_str(whole);
        digits.push_str(fraction);
        let exponent = power.saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX));
        let trimmed = digits.trim_end_matches('0');
        let zeros = i64::try_from(digits.len() - trimmed.len()).unwrap_or(i64::MAX);
        let digits = trimmed.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: 0 };
        }
        Self { negative, digits, exponent: exponent.saturating_add(zeros) }
    }

    /// The integer's decimal text, if it is one and has at most 40 digits (more than `u128` holds).
    pub(in crate::decode) fn to_integer_text(&self) -> Option<String> {
        let zeros = usize::try_from(self.exponent).ok()?;
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        if zeros > 40 || self.digits.len() + zeros > 40 {
            return None;
        }
        let sign = if self.negative { "-" } else { "" };
        Some(format!("{sign}{}{}", self.digits, "0".repeat(zeros)))
    }
}

fn parse_power(text: &str) -> i64 {
    let text = text.strip_prefix('+').unwrap_or(text);
    // An exponent beyond i64 is as good as the nearest end: no type holds such a number.
    text.parse().unwrap_or(if text.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 })
}

/// Whether a JSON number's text has neither a fraction nor an exponent.
pub(in crate::decode) fn is_plain_integer(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Whether two JSON numbers are equal by value.
pub(in crate::decode) fn equal(a: &str, b: &str) -> bool {
    a == b || Decimal::new(a) == Decimal::new(b)
}

/// Compares a JSON number with a bound: exactly for integers up to 128 bits, else as `f64`.
pub(in crate::decode) fn compare(text: &str, bound: &serde_json::Number) -> Option<Ordering> {
    if is_plain_integer(text)
        && let (Ok(value), Some(bound)) = (text.parse::<i128>(), bound.as_i128())
    {
        return Some(value.cmp(&bound));
    }
    text.parse::<f64>().ok()?.partial_cmp(&bound.as_f64()?)
}

/// Whether a whole text is a JSON number.
pub(in crate::decode) fn is_json(text: &str) -> bool {
    let bytes = text.as_bytes();
    crate::decode::text::number_end(bytes, 0) == Some(bytes.len())
}
