//! The bounds of scalars, and names.

use std::cmp::Ordering;
use std::fmt::Write as _;

use crate::decode::json::{Decimal, Kind, View, compare, is_plain_integer};
use crate::decode::schema::{Compiled, Format, Id, Rules, types};

/// What a scalar breaks, in the words of "must be …".
pub(super) type Broken = String;

/// Whether a text keeps to the bounds; `enum` is not looked at.
pub(super) fn string(rules: &Rules, text: &str) -> Result<(), Broken> {
    let Some(string) = &rules.string else { return Ok(()) };
    if string.min.is_some() || string.max.is_some() {
        let len = text.chars().count();
        if let Some(min) = string.min.filter(|&min| len < min) {
            return Err(format!("at least {min} characters long, and has {len}"));
        }
        if let Some(max) = string.max.filter(|&max| len > max) {
            return Err(format!("at most {max} characters long, and has {len}"));
        }
    }
    match string.patterns.iter().find(|pattern| !pattern.is_match(text)) {
        Some(pattern) => Err(format!("a match of the pattern {:?}", pattern.as_str())),
        None => Ok(()),
    }
}

/// Whether a number keeps to the bounds.
pub(super) fn number(rules: &Rules, text: &str) -> Result<(), Broken> {
    if !is_finite(text) {
        return Err("within the range of a 64-bit float".to_owned());
    }
    if rules.number.is_none() && !rules.allows(types::INTEGER) {
        return Ok(());
    }
    let integer = is_plain_integer(text);
    let number = rules.number.as_deref();
    if let Some(number) = number {
        let bounds = [
            (&number.min, "at least", [Ordering::Greater, Ordering::Equal]),
            (&number.max, "at most", [Ordering::Less, Ordering::Equal]),
            (&number.above, "greater than", [Ordering::Greater; 2]),
            (&number.below, "less than", [Ordering::Less; 2]),
        ];
        for (bound, words, allowed) in bounds {
            if let Some(bound) = bound
                && !compare(text, bound).is_some_and(|order| allowed.contains(&order))
            {
                return Err(format!("{words} {bound}"));
            }
        }
        if let Some(step) = number.multiple_of.iter().find(|step| !is_multiple(text, step)) {
            return Err(format!("a multiple of {step}"));
        }
    }
    if !integer || rules.allows(types::FRACTION) {
        return Ok(());
    }
    match number.and_then(|number| number.format.as_ref()) {
        Some(format) if !format.holds(text) => Err(format!("within the range of {}", format.name)),
        None if !Format::plain_holds(text) => Err("within 64 bits".to_owned()),
        _ => Ok(()),
    }
}

/// Whether a number has a finite `f64`: only a very long text or one with an exponent can have none.
fn is_finite(text: &str) -> bool {
    let short = text.len() < 300 && !text.contains(['e', 'E']);
    short || text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Exact for integers; for fractions, what is left over is forgiven where it is below the precision of `f64`.
fn is_multiple(text: &str, step: &serde_json::Number) -> bool {
    if let (true, Ok(value), Some(step)) = (is_plain_integer(text), text.parse::<i128>(), step.as_i128()) {
        return step != 0 && value % step == 0;
    }
    let (Ok(value), Some(step)) = (text.parse::<f64>(), step.as_f64()) else { return false };
    let times = value / step;
    (times - times.round()).abs() <= times.abs().max(1.0) * 1e-9
}

/// Whether a key satisfies `propertyNames`.
pub(super) fn name(schema: &Compiled, id: Id, name: &str) -> bool {
    let rules = schema.rules(id);
    let listed =
        rules.members.as_ref().is_none_or(|members| members.values.iter().any(|value| value == name));
    let branch = rules.union.is_empty() || rules.union.iter().any(|&branch| plain_name(schema, branch, name));
    rules.allows(types::STRING) && listed && string(rules, name).is_ok() && branch
}

/// As [`name`], for a branch of a union; unions inside of it are not looked at.
fn plain_name(schema: &Compiled, id: Id, name: &str) -> bool {
    let rules = schema.rules(id);
    let listed =
        rules.members.as_ref().is_none_or(|members| members.values.iter().any(|value| value == name));
    rules.allows(types::STRING) && listed && string(rules, name).is_ok()
}

/// A text that equal values share, and no others do. The depth of a tree is limited.
pub(super) fn canonical(view: View<'_>, at: usize, out: &mut String) {
    let node = view.node(at);
    match node.kind {
        Kind::Number => _ = write!(out, "{:?}", Decimal::new(view.text(node))),
        Kind::String | Kind::Key => _ = write!(out, "{:?}", view.text(node)),
        Kind::Array => {
            out.push('[');
            for element in view.children(at) {
                canonical(view, element, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object => {
            let mut members: Vec<_> =
                view.members(at).map(|(key, value)| (view.text(view.node(key)), value)).collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in members {
                _ = write!(out, "{name:?}:");
                canonical(view, value, out);
                out.push(',');
            }
            out.push('}');
        }
        kind => _ = write!(out, "{kind:?}"),
    }
}
