//! Fitting what is no container.

use super::{Fit, Input, Result, bounds};
use crate::decode::error::DecodeErrorKind;
use crate::decode::json::{BARE, CUT, Decimal, INNER, Kind, Node, Tape, is_json, is_plain_integer};
use crate::decode::options::Options;
use crate::decode::repair::RepairKind;
use crate::decode::schema::{Id, Rules, types};
use crate::decode::strict;

/// How often a string is decoded that holds JSON that is a string again.
const MAX_DECODED: u32 = 2;

impl<'a> Fit<'a> {
    /// `null`, a boolean or a number.
    pub(super) fn scalar(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        if node.has(CUT) {
            return Err(self.truncated(input, at));
        }
        match node.kind {
            Kind::Null if rules.allows(types::NULL) => self.out.copy(input, node),
            Kind::True | Kind::False if rules.allows(types::BOOL) => self.out.copy(input, node),
            Kind::Number => return self.number(input, at, id, rules),
            _ => return Err(self.mismatch(input, at, id)),
        }
        Ok(())
    }

    fn number(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        let text = input.view.text(node);
        let mask = if is_plain_integer(text) { types::INTEGER } else { types::FRACTION };
        if rules.allows(mask) {
            self.in_bounds(input, at, bounds::number(rules, text))?;
            self.out.copy(input, node);
        } else if rules.allows(types::INTEGER) {
            let decimal = Decimal::new(text);
            let Some(whole) = decimal.to_integer_text() else { return Err(self.mismatch(input, at, id)) };
            self.in_bounds(input, at, bounds::number(rules, &whole))?;
            self.repair(RepairKind::IntegralFloat, node.start, node.end);
            self.out.text(Kind::Number, &whole, node);
        } else if rules.allows(types::STRING) && is_text(rules, text) {
            self.repair(RepairKind::NumberToString, node.start, node.end);
            self.out.text(Kind::String, text, node);
        } else {
            return Err(self.mismatch(input, at, id));
        }
        Ok(())
    }

    fn in_bounds(&self, input: Input<'a>, at: usize, kept: Result<(), String>) -> Result<()> {
        kept.map_err(|broken| {
            let found = crate::decode::schema::found(input.view, at);
            self.error(DecodeErrorKind::Constraint, input, at, format!("{found} must be {broken}"))
        })
    }

    pub(super) fn string(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        if node.has(CUT) {
            return Err(self.truncated(input, at));
        }
        let text = input.view.text(node);
        if rules.allows(types::STRING) {
            self.text(input, at, id, rules, text)?;
            if node.has(BARE) {
                self.repair(RepairKind::BarewordString, node.start, node.end);
            }
            if node.has(INNER) {
                self.repair(RepairKind::InnerQuote, node.start, node.end);
            }
            return Ok(());
        }
        if node.has(BARE | INNER) {
            return Err(self.mismatch(input, at, id));
        }
        self.other_than_string(input, at, id, rules, text)
    }

    fn text(&mut self, input: Input<'a>, at: usize, id: Id, rules: &'a Rules, text: &str) -> Result<()> {
        let node = input.view.node(at);
        let Some(members) = &rules.members else {
            self.in_bounds(input, at, bounds::string(rules, text))?;
            self.out.copy(input, node);
            return Ok(());
        };
        if members.values.iter().any(|value| value == text) {
            self.in_bounds(input, at, bounds::string(rules, text))?;
            self.out.copy(input, node);
            return Ok(());
        }
        let place = members.folded.place(text);
        let Some(member) =
            place.and_then(|place| members.values.get(place)).and_then(serde_json::Value::as_str)
        else {
            return Err(self.not_listed(input, at, id));
        };
        self.in_bounds(input, at, bounds::string(rules, member))?;
        let case_only = text.trim().to_lowercase() == member.to_lowercase();
        let kind = if case_only { RepairKind::EnumCase } else { RepairKind::EnumNormalised };
        self.repair(kind, node.start, node.end);
        self.out.text(Kind::String, member, node);
        Ok(())
    }

    /// A string where no string fits: it may hold the text of what does.
    fn other_than_string(
        &mut self,
        input: Input<'a>,
        at: usize,
        id: Id,
        rules: &'a Rules,
        text: &str,
    ) -> Result<()> {
        let node = input.view.node(at);
        let trimmed = text.trim();
        if rules.allows(types::NUMBER)
            && let Some((number, kind)) = number_in(trimmed, rules, self.options)
        {
            self.in_bounds(input, at, bounds::number(rules, &number))?;
            self.repair(kind, node.start, node.end);
            self.out.text(Kind::Number, &number, node);
            return Ok(());
        }
        let literal = match trimmed {
            "true" | "True" | "TRUE" if rules.allows(types::BOOL) => {
                Some((Kind::True, RepairKind::StringToBool))
            }
            "false" | "False" | "FALSE" if rules.allows(types::BOOL) => {
                Some((Kind::False, RepairKind::StringToBool))
            }
            "null" if rules.allows(types::NULL) => Some((Kind::Null, RepairKind::StringToNull)),
            _ => None,
        };
        if let Some((kind, repair)) = literal {
            self.repair(repair, node.start, node.end);
            self.out.copy_as(input, node, kind);
            return Ok(());
        }
        let container = rules.allows(types::OBJECT | types::ARRAY) && trimmed.starts_with(['{', '[', '"']);
        if !container || input.decoded >= MAX_DECODED {
            return Err(self.mismatch(input, at, id));
        }
        self.decoded(input, at, id, node, trimmed)
    }

    /// A container in a string.
    fn decoded(&mut self, input: Input<'a>, at: usize, id: Id, node: &Node, text: &str) -> Result<()> {
        let Ok(tape) = strict::parse(text, self.options.max_depth) else {
            return Err(self.mismatch(input, at, id));
        };
        // Of the string, not of the reply: the nodes' bounds are those of the string from here on.
        let tape = Tape { nodes: tape.nodes.into_iter().map(|inner| located(inner, node)).collect(), ..tape };
        let view = tape.view_of(text);
        if !matches!(view.node(0).kind, Kind::Array | Kind::Object | Kind::String) {
            return Err(self.mismatch(input, at, id));
        }
        self.repair(RepairKind::DecodeString, node.start, node.end);
        self.value_in(view, input.decoded + 1, id)
    }
}

/// Whether a text is a string that the schema takes.
fn is_text(rules: &Rules, text: &str) -> bool {
    let listed =
        rules.members.as_ref().is_none_or(|members| members.values.iter().any(|value| value == text));
    listed && bounds::string(rules, text).is_ok()
}

/// A node of a decoded string, with the string's own place in the reply.
fn located(node: Node, string: &Node) -> Node {
    Node { start: string.start, end: string.end, ..node }
}

/// The JSON number in a text, if the text is one and nothing else.
fn number_in(text: &str, rules: &Rules, options: &Options) -> Option<(String, RepairKind)> {
    let plain = if is_json(text) {
        text.to_owned()
    } else if options.thousands_separators {
        without_separators(text)?
    } else {
        return None;
    };
    let separated = plain.len() != text.len();
    let decimal = Decimal::new(&plain);
    let (number, kind) = match (rules.allows(types::FRACTION), decimal.to_integer_text()) {
        (false, Some(whole)) => (whole, RepairKind::StringToInt),
        (false, None) => return None,
        (true, _) => (plain, RepairKind::StringToNumber),
    };
    Some((number, if separated { RepairKind::ThousandsSeparators } else { kind }))
}

/// `-1,234.5` without its commas, if each stands before three digits.
fn without_separators(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut groups = digits.split(',');
    let first = groups.next()?;
    let number = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if first.len() > 3 || !number(first) || !groups.clone().all(|group| group.len() == 3 && number(group)) {
        return None;
    }
    let rest: String = groups.collect();
    let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
    Some(format!("{sign}{first}{rest}{fraction}")).filter(|number| is_json(number))
}
