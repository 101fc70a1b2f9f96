//! Schemas and values in the words of an error message.

use std::fmt::Write as _;

use serde_json::Value;

use super::rules::{Compiled, Id, Rules, types};
use crate::decode::error::excerpt;
use crate::decode::json::{Kind, View};

/// The most alternatives that a message lists.
const MAX_LISTED: usize = 24;

/// What a schema expects, such as "an integer" or "one of \"a\", \"b\"".
pub(in crate::decode) fn describe(schema: &Compiled, id: Id) -> String {
    let rules = schema.rules(id);
    if let Some(members) = &rules.members {
        let texts: Vec<String> = members.values.iter().take(MAX_LISTED).map(member).collect();
        return match texts.as_slice() {
            [] => "nothing".to_owned(),
            [one] if members.values.len() == 1 => one.clone(),
            _ => format!("one of {}{}", texts.join(", "), more(members.values.len())),
        };
    }
    if !rules.union.is_empty() {
        let mut texts: Vec<String> = Vec::new();
        for &branch in rules.union.iter().take(MAX_LISTED) {
            let text = describe_plain(schema, schema.rules(branch));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        return texts.join(" or ");
    }
    describe_plain(schema, rules)
}

fn member(value: &Value) -> String {
    match value {
        Value::String(text) => excerpt(text),
        other => other.to_string(),
    }
}

fn more(len: usize) -> &'static str {
    if len > MAX_LISTED { ", …" } else { "" }
}

fn describe_plain(schema: &Compiled, rules: &Rules) -> String {
    if let Some(members) = &rules.members {
        let texts: Vec<String> = members.values.iter().take(MAX_LISTED).map(member).collect();
        return texts.join(", ") + more(members.values.len());
    }
    if rules.types == types::ANY {
        return "any value".to_owned();
    }
    let mut names = Vec::new();
    for (mask, name) in [(types::OBJECT, ""), (types::ARRAY, "an array"), (types::STRING, "a string")] {
        if rules.allows(mask) {
            names.push(if name.is_empty() { describe_object(schema, rules) } else { name.to_owned() });
        }
    }
    if rules.allows(types::FRACTION) {
        names.push("a number".to_owned());
    } else if rules.allows(types::INTEGER) {
        names.push("an integer".to_owned());
    }
    for (mask, name) in [(types::BOOL, "true or false"), (types::NULL, "null")] {
        if rules.allows(mask) {
            names.push(name.to_owned());
        }
    }
    if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") }
}

fn describe_object(schema: &Compiled, rules: &Rules) -> String {
    let properties = rules.object.iter().flat_map(|object| &object.properties);
    let mut text = "an object".to_owned();
    let mut separator = " with";
    for property in properties.filter(|property| property.required).take(8) {
        let _ = write!(text, "{separator} `{}`", excerpt_name(&property.name));
        if let Some(members) = &schema.rules(property.id).members
            && let [one] = members.values.as_slice()
        {
            let _ = write!(text, ": {}", member(one));
        }
        separator = ",";
    }
    text
}

/// A name, short enough for a message.
fn excerpt_name(name: &str) -> String {
    crate::decode::error::clip(name.to_owned(), 60)
}

/// Names in backticks, at most so many.
pub(in crate::decode) fn quoted_list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut text = String::new();
    for (at, name) in names.enumerate() {
        if at == MAX_LISTED {
            text.push_str(", …");
            break;
        }
        let _ = write!(text, "{}`{}`", if at == 0 { "" } else { ", " }, excerpt_name(name));
    }
    if text.is_empty() { "none".to_owned() } else { text }
}

/// What a value is, such as "the string \"abc\"".
pub(in crate::decode) fn found(view: View<'_>, at: usize) -> String {
    let node = view.node(at);
    match node.kind {
        Kind::Null => "null".to_owned(),
        Kind::True => "true".to_owned(),
        Kind::False => "false".to_owned(),
        Kind::Undefined => "undefined".to_owned(),
        Kind::Number => format!("the number {}", crate::decode::error::clip(view.text(node).to_owned(), 60)),
        Kind::String | Kind::Key => format!("the string {}", excerpt(view.text(node))),
        Kind::Array => "an array".to_owned(),
        Kind::Object => "an object".to_owned(),
    }
}
