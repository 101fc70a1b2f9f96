//! Definitions that move from one document to another, with the references to them.

use serde_json::{Map, Value, json};

use super::refs::reference_to;
use super::walk::children_mut;

/// A schema whose definitions are apart, and no reference leads to its old root.
pub(super) struct Apart {
    pub(super) body: Value,
    pub(super) definitions: Map<String, Value>,
}

/// Takes the definitions out of a schema. If references lead to its root (or into it, past the definitions),
/// the root becomes a definition itself and the body a reference to it.
pub(super) fn apart(mut body: Value) -> Apart {
    let mut definitions = Map::new();
    if let Value::Object(map) = &mut body {
        map.shift_remove("$schema");
        if let Some(Value::Object(own)) = map.shift_remove("$defs") {
            definitions = own;
        }
    }
    let name = free_name("Root", |name| definitions.contains_key(name));
    let home = reference_to(&name);
    let lead_home = |to: &str| {
        let rest = to.strip_prefix('#').filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
        (!rest.starts_with("/$defs/")).then(|| format!("{home}{rest}"))
    };
    let mut refers_to_root = redirect(&mut body, &lead_home);
    for definition in definitions.values_mut() {
        refers_to_root |= redirect(definition, &lead_home);
    }
    if refers_to_root {
        definitions.insert(name, std::mem::replace(&mut body, json!({ "$ref": home })));
    }
    Apart { body, definitions }
}

/// Adds definitions to those of another document and returns the body with its references led to where they
/// are now: equal definitions are shared, one that differs from its namesake is renamed.
pub(super) fn adopt(apart: Apart, into: &mut Map<String, Value>) -> Value {
    let Apart { mut body, mut definitions } = apart;
    let differs = |name: &str, definition: &Value| into.get(name).is_some_and(|known| known != definition);
    // One that refers to a renamed one differs as well, in effect: rename all if any has to be.
    if definitions.iter().any(|(name, definition)| differs(name, definition)) {
        let mut renamed = Map::new();
        for name in definitions.keys() {
            let free = free_name(name, |name| {
                into.contains_key(name) || renamed.values().any(|taken| taken == name)
            });
            renamed.insert(name.clone(), json!(free));
        }
        let lead = |to: &str| {
            let rest = to.strip_prefix("#/$defs/")?;
            let (name, inner) = rest
                .split_once('/')
                .map_or((rest, String::new()), |(name, inner)| (name, format!("/{inner}")));
            Some(format!("#/$defs/{}{inner}", renamed.get(name)?.as_str()?))
        };
        redirect(&mut body, &lead);
        for definition in definitions.values_mut() {
            redirect(definition, &lead);
        }
        let new_name = |name: &str| renamed.get(name).and_then(Value::as_str).unwrap_or(name).to_owned();
        definitions =
            definitions.into_iter().map(|(name, definition)| (new_name(&name), definition)).collect();
    }
    into.extend(definitions);
    body
}

/// `wanted`, or the first of its numbered kind that is not taken.
fn free_name(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    let mut count = 2;
    while taken(&name) {
        name = format!("{wanted}{count}");
        count += 1;
    }
    name
}

/// Rewrites each reference that `lead` has a new place for; whether there were any.
fn redirect(schema: &mut Value, lead: &impl Fn(&str) -> Option<String>) -> bool {
    let mut found = false;
    let mut stack = vec![schema];
    while let Some(node) = stack.pop() {
        let Value::Object(map) = node else { continue };
        if let Some(Value::String(to)) = map.get_mut("$ref")
            && let Some(led) = lead(to)
        {
            *to = led;
            found = true;
        }
        stack.extend(children_mut(map).into_iter().map(|(_, child)| child));
    }
    found
}
