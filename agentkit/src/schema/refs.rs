//! References inside a prepared schema, where each is `#` or `#/$defs/NAME`.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::walk::{children, escape};

/// The key of the root among the definitions: no definition's name has it, as `$ref` writes it.
pub(super) const ROOT: &str = "#";

/// The reference to the definition called `name`.
pub(super) fn reference_to(name: &str) -> String {
    format!("#/$defs/{}", escape(name))
}

/// What a schema's `$ref` says, if it has one.
pub(super) fn reference(map: &Map<String, Value>) -> Option<&str> {
    map.get("$ref").and_then(Value::as_str)
}

/// The schema that a prepared reference stands for.
pub(super) fn target<'doc>(document: &'doc Value, reference: &str) -> Option<&'doc Value> {
    document.pointer(reference.strip_prefix('#')?)
}

/// Which definition refers to which.
#[derive(Debug, Default)]
pub(super) struct Refs {
    edges: HashMap<String, Vec<String>>,
}

impl Refs {
    /// Reads the references of a prepared schema.
    pub(super) fn of(document: &Value) -> Self {
        let mut edges = HashMap::new();
        let Value::Object(root) = document else {
            return Self::default();
        };
        if let Some(Value::Object(definitions)) = root.get("$defs") {
            for (name, definition) in definitions {
                edges.insert(reference_to(name), references_in(definition));
            }
        }
        let mut of_root: Vec<String> = reference(root).map(str::to_owned).into_iter().collect();
        for (path, child) in children(root) {
            if !path.starts_with("/$defs/") {
                of_root.extend(references_in(child));
            }
        }
        edges.insert(ROOT.to_owned(), of_root);
        Self { edges }
    }

    /// Whether following references from `from` can lead to `to`.
    pub(super) fn reaches(&self, from: &str, to: &str) -> bool {
        let mut seen = HashSet::new();
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            for next in self.edges.get(at).into_iter().flatten() {
                if next == to {
                    return true;
                }
                if seen.insert(next.as_str()) {
                    stack.push(next);
                }
            }
        }
        false
    }

    /// Whether the definition refers to itself, however indirectly.
    pub(super) fn is_recursive(&self, reference: &str) -> bool {
        self.reaches(reference, reference)
    }
}

/// Every reference at or below a schema.
pub(super) fn references_in(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut stack = vec![schema];
    while let Some(node) = stack.pop() {
        if let Value::Object(map) = node {
            found.extend(reference(map).map(str::to_owned));
            stack.extend(children(map).into_iter().map(|(_, child)| child));
        }
    }
    found
}
