//! One schema, without what is below it.

use serde_json::{Map, Value, json};

use super::engine::{Context, Site};
use super::flatten::{Shape, flatten};
use super::merge::{is_annotation, literals};
use super::refs::reference;
use super::rules::{Fate, fate};
use super::types::{branch, has_type, implied, is_of, literals_by_type, types_of};
use super::{ChangeKind, Target, describe, loose, objects};

/// Lowers one schema in place; those below it are met later.
pub(super) fn lower(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &mut Site) {
    let flat = !context.target.is_loose() || site.is_root();
    let mut shape = if flat { flatten(map, context, site) } else { Shape::Plain };
    if map.is_empty() && !context.is_sound_at(&site.path) {
        return;
    }
    if shape == Shape::Plain && flat {
        shape = one_type(map, context, site);
    }
    if site.is_root() && !(shape == Shape::Plain && types_of(map) == ["object"] && literals(map).is_none()) {
        context.refuse("", "the root is not an object with properties", "wrap it with schema::wrap_root");
        return;
    }
    match shape {
        Shape::Reference => return recursion(map, context, site),
        Shape::Union => {}
        Shape::Plain if flat && !context.target.is_loose() => {
            if has_type(map, "object") {
                objects::object(map, context, site);
            }
            if has_type(map, "array") {
                objects::array(map, context, site);
            }
            if types_of(map).is_empty() && context.target.is_strict() && context.is_sound_at(&site.path) {
                let repair = "give it a type";
                if map.keys().all(|keyword| is_annotation(keyword)) {
                    context.refuse(&site.path, "any JSON value has no strict form", repair);
                } else if !map.contains_key("not") {
                    context.refuse(&site.path, "a schema without a type has no strict form", repair);
                }
            }
        }
        Shape::Plain => {
            while let Some((kind, detail)) = loose::complete(context.target, map, site.is_root()) {
                context.change(&site.path, kind, detail);
            }
        }
    }
    keywords(map, context, site);
}

/// Anthropic takes no schema that refers to itself.
fn recursion(map: &Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let Some(to) = reference(map) else { return };
    let closes = to == &*site.home || context.refs.reaches(to, &site.home);
    if context.target == Target::AnthropicStrict && closes {
        let what = format!("`{to}` is recursive");
        context.refuse(&site.path, what, "limit the depth by types, or send it without `strict`");
    }
}

/// One type a schema: literals get theirs, several become a union (but for a scalar and null).
fn one_type(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) -> Shape {
    if let Some(all) = literals(map) {
        let groups = literals_by_type(map, &all);
        return literal_types(map, groups, context, site);
    }
    if types_of(map).is_empty() {
        if let Some(name) = implied(map) {
            put_type(map, name);
            context.change(&site.path, ChangeKind::Changed, format!("`type: {name}` is written out"));
        }
        return Shape::Plain;
    }
    let mut types: Vec<String> = types_of(map).into_iter().map(str::to_owned).collect();
    if types.iter().any(|name| name == "number") {
        types.retain(|name| name != "integer");
    }
    types.dedup();
    match types.as_slice() {
        [one] => {
            if !map.get("type").is_some_and(Value::is_string) {
                map.insert("type".to_owned(), json!(one));
                context.change(
                    &site.path,
                    ChangeKind::Changed,
                    "the list of one type is written as the type",
                );
            }
            return Shape::Plain;
        }
        [one, null] if null == "null" && is_scalar(one) => return Shape::Plain,
        [null, one] if null == "null" && is_scalar(one) => {
            map.insert("type".to_owned(), json!([one, "null"]));
            return Shape::Plain;
        }
        _ => {}
    }
    let branches: Vec<Value> = types.iter().map(|name| Value::Object(branch(map, name))).collect();
    split(map, branches, context, site)
}

fn is_scalar(name: &str) -> bool {
    matches!(name, "string" | "integer" | "number" | "boolean")
}

fn split(
    map: &mut Map<String, Value>,
    branches: Vec<Value>,
    context: &mut Context<'_>,
    site: &Site,
) -> Shape {
    map.retain(|keyword, _| is_annotation(keyword));
    map.insert("anyOf".to_owned(), Value::Array(branches));
    context.change(&site.path, ChangeKind::Changed, "several types are written as a union");
    Shape::Union
}

fn literal_types(
    map: &mut Map<String, Value>,
    mut groups: Vec<(&'static str, Vec<Value>)>,
    context: &mut Context<'_>,
    site: &Site,
) -> Shape {
    if groups.len() > 1 {
        let branches = groups.into_iter().map(|(name, values)| match name {
            "null" => json!({ "type": "null" }),
            _ => json!({ "type": name, "enum": values }),
        });
        let branches = branches.collect();
        return split(map, branches, context, site);
    }
    let Some((own, values)) = groups.pop() else {
        context.give_up(site, map, "no literal is of the type", "correct the schema");
        return Shape::Plain;
    };
    let fits = |named: &str| values.iter().all(|value| is_of(value, named));
    let named = types_of(map).into_iter().find(|named| fits(named)).unwrap_or(own).to_owned();
    if map.get("type") != Some(&json!(named)) {
        put_type(map, &named);
        context.change(&site.path, ChangeKind::Changed, format!("`type: {named}` is written out"));
    }
    let both = values.len() == 2;
    let describes = match own {
        "null" => true,
        "boolean" => both || context.target == Target::Gemini,
        "array" | "object" if context.target.is_strict() => {
            context.refuse(&site.path, "a literal list or object has no strict form", "describe its parts");
            return Shape::Plain;
        }
        "array" | "object" => context.target == Target::Gemini,
        _ => false,
    };
    let had_const = map.contains_key("const");
    if describes {
        if own != "null" && !(own == "boolean" && both) {
            let (keyword, value) = one_or_all(values);
            if let Some(sentence) = describe::sentence(keyword, &value) {
                describe::add(map, &sentence);
            }
            context.change(
                &site.path,
                ChangeKind::Described,
                format!("`{keyword}` moved into the description"),
            );
        }
        map.shift_remove("const");
        map.shift_remove("enum");
    } else if had_const && context.target != Target::Gemini {
        map.shift_remove("enum");
    } else {
        if had_const {
            context.change(&site.path, ChangeKind::Changed, "`const` is written as an `enum` of one");
        }
        *map = std::mem::take(map)
            .into_iter()
            .filter(|(keyword, _)| !had_const || keyword != "enum")
            .map(|(keyword, value)| match keyword.as_str() {
                "enum" | "const" => ("enum".to_owned(), Value::Array(values.clone())),
                _ => (keyword, value),
            })
            .collect();
    }
    Shape::Plain
}

fn one_or_all(mut values: Vec<Value>) -> (&'static str, Value) {
    match values.pop() {
        Some(one) if values.is_empty() => ("const", one),
        last => {
            values.extend(last);
            ("enum", Value::Array(values))
        }
    }
}

/// Writes the type first, where a reader looks for it.
fn put_type(map: &mut Map<String, Value>, name: &str) {
    if map.contains_key("type") {
        map.insert("type".to_owned(), json!(name));
    } else {
        let rest = std::mem::take(map);
        map.insert("type".to_owned(), json!(name));
        map.extend(rest);
    }
}

/// Keeps, describes, drops or refuses each keyword.
fn keywords(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &Site) {
    let names: Vec<String> = map.keys().cloned().collect();
    for keyword in names {
        let Some(value) = map.get(&keyword) else { continue };
        let said = describe::sentence(&keyword, value);
        let shown = if keyword == "format" {
            format!("`format: {}`", value.as_str().unwrap_or_default())
        } else {
            format!("`{keyword}`")
        };
        match fate(context.target, &keyword, value, map) {
            Fate::Keep => continue,
            Fate::Strip => context.change(&site.path, ChangeKind::Dropped, format!("{shown} is left out")),
            Fate::Describe => match said {
                Some(sentence) => {
                    describe::add(map, &sentence);
                    let detail = format!("{shown} moved into the description: \"{sentence}\"");
                    context.change(&site.path, ChangeKind::Described, detail);
                }
                None => context.change(&site.path, ChangeKind::Dropped, format!("{shown} is left out")),
            },
            Fate::Drop => {
                let detail = format!("{shown} is left out; checked locally only");
                context.change(&site.path, ChangeKind::Dropped, detail);
            }
            Fate::Replace(other, value) => {
                context.change(
                    &site.path,
                    ChangeKind::Changed,
                    format!("{shown} is written as `{other}: {value}`"),
                );
                map.insert(other.to_owned(), value);
            }
            Fate::Refuse(what, repair) => context.refuse(&site.path, what, repair),
        }
        map.shift_remove(&keyword);
    }
}
