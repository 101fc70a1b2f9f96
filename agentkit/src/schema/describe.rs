//! What a provider cannot be told by keyword, told to the model in a plain sentence.

use serde_json::{Map, Value};

/// Longest literal (default, example, pattern) that is worth a sentence, in characters.
const LONGEST: usize = 200;

/// The sentence that says what a keyword says; `None` if there is none or it would be too long.
pub(super) fn sentence(keyword: &str, value: &Value) -> Option<String> {
    let plural = |noun: &str| if value.as_u64() == Some(1) { noun.to_owned() } else { format!("{noun}s") };
    let text = match keyword {
        "minimum" => format!("At least {value}."),
        "maximum" => format!("At most {value}."),
        "exclusiveMinimum" => format!("More than {value}."),
        "exclusiveMaximum" => format!("Less than {value}."),
        "multipleOf" => format!("A multiple of {value}."),
        "minLength" => format!("At least {value} {}.", plural("character")),
        "maxLength" => format!("At most {value} {}.", plural("character")),
        "minItems" => format!("At least {value} {}.", plural("item")),
        "maxItems" => format!("At most {value} {}.", plural("item")),
        "minProperties" => format!("At least {value} {}.", plural("member")),
        "maxProperties" => format!("At most {value} {}.", plural("member")),
        "uniqueItems" if value == &Value::Bool(true) => "No two items are equal.".to_owned(),
        "pattern" => format!("Matches the regular expression {}.", value.as_str()?),
        "format" => format!("Format: {}.", value.as_str()?),
        "contentEncoding" => format!("Encoding: {}.", value.as_str()?),
        "contentMediaType" => format!("Media type: {}.", value.as_str()?),
        "default" if !value.is_null() => format!("Default: {}.", literal(value)?),
        "const" => format!("Always {}.", literal(value)?),
        "enum" => format!("One of {}.", literals(value)?),
        "examples" => format!("Examples: {}.", literals(value)?),
        _ => return None,
    };
    (text.chars().count() <= LONGEST).then_some(text)
}

/// A shallow literal as JSON; a nested or long one is no help in a sentence.
fn literal(value: &Value) -> Option<String> {
    let flat = match value {
        Value::Array(items) => items.iter().all(|item| !item.is_array() && !item.is_object()),
        Value::Object(members) => members.values().all(|member| !member.is_array() && !member.is_object()),
        _ => true,
    };
    let text = flat.then(|| value.to_string())?;
    (text.chars().count() <= LONGEST).then_some(text)
}

fn literals(value: &Value) -> Option<String> {
    let all = value.as_array().filter(|all| !all.is_empty())?;
    let texts: Option<Vec<String>> = all.iter().map(literal).collect();
    Some(texts?.join(", "))
}

/// Appends a sentence to a schema's description.
pub(super) fn add(map: &mut Map<String, Value>, sentence: &str) {
    let text = match map.get("description").and_then(Value::as_str) {
        Some(said) if !said.trim().is_empty() => {
            let said = said.trim_end();
            let stop = if said.ends_with(['.', '!', '?', ':', ';']) { "" } else { "." };
            format!("{said}{stop} {sentence}")
        }
        _ => sentence.to_owned(),
    };
    map.insert("description".to_owned(), Value::String(text));
}
