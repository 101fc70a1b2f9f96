//! One spelling before lowering: draft-7 forms become 2020-12, and each reference is `#` or `#/$defs/NAME`.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::{Map, Value, json};

use super::refs::reference_to;
use super::walk::{MAX_DEPTH, MAX_NODES, children_mut, measure};
use super::{Change, ChangeKind, Refusal};

/// A schema in one spelling, and what was respelt or is beyond repair.
pub(super) struct Prepared {
    pub(super) schema: Value,
    pub(super) changes: Vec<Change>,
    pub(super) refusals: Vec<Refusal>,
}

/// Brings a schema into one spelling, without recursion.
pub(super) fn prepare(given: &Value) -> Prepared {
    let mut work = Work {
        given,
        names: HashMap::new(),
        taken: HashSet::new(),
        queue: VecDeque::new(),
        out: Prepared { schema: json!({}), changes: Vec::new(), refusals: Vec::new() },
    };
    let (depth, nodes) = measure(given, MAX_DEPTH, MAX_NODES);
    if depth > MAX_DEPTH || nodes > MAX_NODES {
        work.refuse(
            "",
            &format!("nests deeper than {MAX_DEPTH} levels or holds more than {MAX_NODES} values"),
            "split the type",
        );
        return work.out;
    }
    let mut schema = given.clone();
    if let Some(Value::Object(definitions)) = schema.get("$defs") {
        work.taken.extend(definitions.keys().cloned());
    }
    if !schema.is_object() {
        work.refuse("", "the root is not a schema object", "wrap it with schema::wrap_root");
        return work.out;
    }
    work.node_and_below(&mut schema, "");
    let mut hoisted = Vec::new();
    let mut budget = MAX_NODES.saturating_sub(nodes);
    while let Some((pointer, name)) = work.queue.pop_front() {
        let Some(found) = given.pointer(&pointer) else { continue };
        let (_, size) = measure(found, MAX_DEPTH, budget);
        if size > budget {
            work.refuse(
                &pointer,
                "references would copy too much",
                "put the parts that are referred to into $defs",
            );
            return work.out;
        }
        budget -= size;
        let mut copy = found.clone();
        work.node_and_below(&mut copy, &pointer);
        hoisted.push((name, copy));
    }
    if let (Value::Object(root), false) = (&mut schema, hoisted.is_empty()) {
        let definitions = root.entry("$defs").or_insert_with(|| json!({}));
        if let Value::Object(definitions) = definitions {
            definitions.extend(hoisted);
        }
    }
    work.out.schema = schema;
    work.out
}

struct Work<'given> {
    given: &'given Value,
    /// The definition that stands for each pointer that is not one.
    names: HashMap<String, String>,
    taken: HashSet<String>,
    queue: VecDeque<(String, String)>,
    out: Prepared,
}

impl Work<'_> {
    fn refuse(&mut self, path: &str, what: &str, repair: &str) {
        self.out.refusals.push(Refusal {
            path: path.to_owned(),
            what: what.to_owned(),
            repair: repair.to_owned(),
        });
    }

    fn changed(&mut self, path: &str, detail: &str) {
        self.out.changes.push(Change {
            path: path.to_owned(),
            kind: ChangeKind::Changed,
            detail: detail.to_owned(),
        });
    }

    fn node_and_below(&mut self, schema: &mut Value, path: &str) {
        let mut stack = vec![(schema, path.to_owned())];
        while let Some((node, path)) = stack.pop() {
            self.respell_boolean(node, &path);
            match node {
                Value::Object(map) => {
                    self.node(map, &path);
                    let below = children_mut(map).into_iter().rev();
                    stack.extend(below.map(|(segment, child)| (child, format!("{path}{segment}"))));
                }
                Value::Bool(_) => {}
                _ => self.refuse(&path, "is not a schema", "write an object"),
            }
        }
    }

    /// `true` and `false` say the same as `{}` and `{"not": {}}`, and fewer servers take them.
    fn respell_boolean(&mut self, node: &mut Value, path: &str) {
        let keyword = path.rsplit('/').next().unwrap_or_default();
        let stays = matches!(
            keyword,
            "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems" | "additionalItems"
        );
        match node {
            Value::Bool(true) if !stays => *node = json!({}),
            Value::Bool(false) if !stays && keyword != "items" => *node = json!({ "not": {} }),
            _ => return,
        }
        self.changed(path, "the boolean schema is written as an object");
    }

    fn node(&mut self, map: &mut Map<String, Value>, path: &str) {
        if let Some(keyword) = malformed(map) {
            self.refuse(path, &format!("`{keyword}` is malformed"), "correct the schema");
            map.clear();
            return;
        }
        for keyword in ["$dynamicRef", "$recursiveRef"] {
            if map.contains_key(keyword) {
                self.refuse(path, &format!("`{keyword}` is not taken by any provider"), "use $ref");
            }
        }
        if let Some(reference) = map.get("$ref").and_then(Value::as_str).map(str::to_owned) {
            match self.name(&reference) {
                Ok(canonical) => {
                    map.insert("$ref".to_owned(), Value::String(canonical));
                }
                Err(what) => {
                    self.refuse(path, &what, "refer to a schema in $defs of the same document");
                    map.clear();
                }
            }
        }
        map.shift_remove("definitions");
        if !path.is_empty() {
            map.shift_remove("$defs");
        }
        if matches!(map.get("items"), Some(Value::Array(_))) {
            *map = std::mem::take(map).into_iter().map(modern_tuple).collect();
            self.changed(path, "the list form of `items` is written as `prefixItems`");
        }
        for (flag, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            if let Some(Value::Bool(exclusive)) = map.get(flag) {
                let moved = if *exclusive { map.shift_remove(bound) } else { None };
                map.shift_remove(flag);
                map.extend(moved.map(|moved| (flag.to_owned(), moved)));
                self.changed(path, &format!("the draft-4 form of `{flag}` is written as a number"));
            }
        }
    }

    /// The canonical form of a reference; definitions are made for what is not one yet.
    fn name(&mut self, reference: &str) -> Result<String, String> {
        let Some(fragment) = reference.strip_prefix('#') else {
            return Err(format!("refers outside the document: `{reference}`"));
        };
        if fragment.is_empty() {
            return Ok("#".to_owned());
        }
        let pointer = percent_decoded(fragment);
        if !pointer.starts_with('/') {
            return Err(format!("refers to an anchor: `{reference}`"));
        }
        if self.given.pointer(&pointer).is_none() {
            return Err(format!("refers to nothing: `{reference}`"));
        }
        if let Some(name) = pointer.strip_prefix("/$defs/").filter(|name| is_plain(name)) {
            return Ok(reference_to(name));
        }
        if let Some(name) = self.names.get(&pointer) {
            return Ok(reference_to(name));
        }
        let name = self.fresh(pointer.rsplit('/').next().unwrap_or_default());
        self.changed(&pointer, &format!("is now the definition `{name}`"));
        self.names.insert(pointer.clone(), name.clone());
        self.queue.push_back((pointer, name.clone()));
        Ok(reference_to(&name))
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let mut base: String =
            wanted.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(48).collect();
        if base.is_empty() {
            base.push_str("Definition");
        }
        let mut name = base.clone();
        let mut count = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}{count}");
            count += 1;
        }
        name
    }
}

/// Whether a definition's name needs no escape in any reference.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

pub(super) fn percent_decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = (byte == b'%').then(|| fragment.get(at + 1..at + 3)).flatten();
        if let Some(decoded) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            out.push(decoded);
            at += 3;
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| fragment.to_owned())
}

fn modern_tuple((keyword, value): (String, Value)) -> (String, Value) {
    match (keyword.as_str(), &value) {
        ("items", Value::Array(_)) => ("prefixItems".to_owned(), value),
        ("additionalItems", _) => ("items".to_owned(), value),
        _ => (keyword, value),
    }
}

/// The first keyword whose value is of the wrong kind.
fn malformed(map: &Map<String, Value>) -> Option<&str> {
    let strings = |value: &Value| value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    map.iter().find_map(|(keyword, value)| {
        let sound = match keyword.as_str() {
            "type" => super::types::is_type(value),
            "$ref" | "description" | "title" | "pattern" | "format" => value.is_string(),
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                value.is_object()
            }
            "required" => strings(value),
            "enum" => value.as_array().is_some_and(|all| !all.is_empty()),
            "anyOf" | "oneOf" | "allOf" => value.as_array().is_some_and(|all| !all.is_empty()),
            "prefixItems" => value.is_array(),
            "items" => value.is_object() || value.is_boolean() || value.is_array(),
            "additionalProperties" => value.is_object() || value.is_boolean(),
            "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties" => {
                value.is_number()
            }
            "minimum" | "maximum" | "multipleOf" => value.is_number(),
            "exclusiveMinimum" | "exclusiveMaximum" => value.is_number() || value.is_boolean(),
            _ => true,
        };
        (!sound).then_some(keyword.as_str())
    })
}
