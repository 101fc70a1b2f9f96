//! Where two requests differ.

use std::fmt::Write as _;

use serde_json::Value;

/// The most differences that are listed, and the most characters of a value that are shown.
const MAX_LISTED: usize = 10;
const MAX_SHOWN: usize = 120;

/// The differences, one a line: where, what was recorded, what is asked now.
pub(super) fn lines(recorded: &Value, now: &Value) -> String {
    let mut found = Vec::new();
    walk(recorded, now, &mut String::new(), &mut found);
    let mut lines = String::new();
    for (path, recorded, now) in found.iter().take(MAX_LISTED) {
        let _ = write!(lines, "\n  {path}: recorded {recorded}, now {now}");
    }
    if found.len() > MAX_LISTED {
        let _ = write!(lines, "\n  and {} more", found.len() - MAX_LISTED);
    }
    lines
}

fn walk(recorded: &Value, now: &Value, path: &mut String, found: &mut Vec<(String, String, String)>) {
    let length = path.len();
    match (recorded, now) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, old) in old {
                let _ = write!(path, "/{name}");
                match new.get(name) {
                    Some(new) => walk(old, new, path, found),
                    None => found.push((path.clone(), shown(old), "nothing".to_owned())),
                }
                path.truncate(length);
            }
            for (name, new) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                found.push((format!("{path}/{name}"), "nothing".to_owned(), shown(new)));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for at in 0..old.len().max(new.len()) {
                let _ = write!(path, "/{at}");
                match (old.get(at), new.get(at)) {
                    (Some(old), Some(new)) => walk(old, new, path, found),
                    (old, new) => {
                        let side = |side: Option<&Value>| side.map_or_else(|| "nothing".to_owned(), shown);
                        found.push((path.clone(), side(old), side(new)));
                    }
                }
                path.truncate(length);
            }
        }
        (old, new) if old == new => {}
        (old, new) => found.push((path.clone(), shown(old), shown(new))),
    }
}

fn shown(value: &Value) -> String {
    let mut text = value.to_string();
    if let Some((end, _)) = text.char_indices().nth(MAX_SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}
