//! Conjunctions written out: after this a schema is a reference alone, a union alone, or plain keywords.

use serde_json::{Map, Value, json};

use super::ChangeKind;
use super::conjoin::{copy, resolved};
use super::engine::{Context, Inlined, Site};
use super::merge::{Clash, is_annotation, merge};
use super::refs::reference;

/// What a schema is, once it is flat.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// `$ref` and nothing else.
    Reference,
    /// `anyOf`, with nothing beside it but words.
    Union,
    /// Neither.
    Plain,
}

/// Rounds that no sensible schema needs: each takes one combinator away.
const ROUNDS: usize = 64;
const ONE_FORM: &str = "write the parts as one schema";

/// Writes `allOf`, keywords beside `$ref` and keywords beside a union out.
pub(super) fn flatten(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &mut Site) -> Shape {
    for _ in 0..ROUNDS {
        if let Some(to) = reference(map).map(str::to_owned) {
            let mut beside = map.keys().filter(|keyword| *keyword != "$ref").peekable();
            if beside.peek().is_none() && !site.is_root() {
                return Shape::Reference;
            }
            let words_only = beside.all(|keyword| is_annotation(keyword));
            if words_only && !site.is_root() {
                if !inline(map, &to, context, site) {
                    return Shape::Union;
                }
            } else {
                join_reference(map, &to, context, site);
            }
        } else if let Some(Value::Array(parts)) = map.shift_remove("allOf") {
            join_parts(map, parts, context, site);
        } else if map.contains_key("anyOf") || map.contains_key("oneOf") {
            if let Some(shape) = union(map, context, site) {
                return shape;
            }
        } else {
            return Shape::Plain;
        }
    }
    context.give_up(site, map, "the parts never come to an end", ONE_FORM);
    Shape::Plain
}

/// A reference with words beside it: a copy under these words, or, where a copy will not do, the reference
/// inside a union of one; `false` then.
fn inline(map: &mut Map<String, Value>, to: &str, context: &mut Context<'_>, site: &mut Site) -> bool {
    let found =
        if context.refs.is_recursive(to) { None } else { copy(context, to, site.inlined.as_ref()).ok() };
    let merged = found.and_then(|found| {
        let mut words = map.clone();
        words.shift_remove("$ref");
        merge(words, found).ok()
    });
    if let Some(merged) = merged {
        *map = merged;
        site.inlined = Some(Inlined::with(site.inlined.take(), to));
        context.change(
            &site.path,
            ChangeKind::Inlined,
            format!("`{to}` is inlined, to keep what is said beside it"),
        );
        true
    } else {
        map.shift_remove("$ref");
        map.insert("anyOf".to_owned(), json!([{ "$ref": to }]));
        let detail = format!("`{to}` moved into a union of one, to keep what is said beside it");
        context.change(&site.path, ChangeKind::Changed, detail);
        false
    }
}

/// A reference with keywords beside it: both hold.
fn join_reference(map: &mut Map<String, Value>, to: &str, context: &mut Context<'_>, site: &mut Site) {
    map.shift_remove("$ref");
    let part = Map::from_iter([("$ref".to_owned(), json!(to))]);
    let mut chain = site.inlined.clone();
    match resolved(context, part, &mut chain).and_then(|part| merge(map.clone(), part)) {
        Ok(merged) => {
            *map = merged;
            site.inlined = chain;
            context.change(
                &site.path,
                ChangeKind::Inlined,
                format!("`{to}` is inlined and joined to what is beside it"),
            );
        }
        Err(clash) => report(map, &clash, context, site),
    }
}

fn join_parts(map: &mut Map<String, Value>, parts: Vec<Value>, context: &mut Context<'_>, site: &mut Site) {
    let mut parts: Vec<Map<String, Value>> = parts
        .into_iter()
        .filter_map(|part| if let Value::Object(part) = part { Some(part) } else { None })
        .collect();
    // Parts that are words alone must not force the one that is not to be copied.
    parts.sort_by_key(|part| !part.keys().all(|keyword| is_annotation(keyword)));
    let last = parts.len().saturating_sub(1);
    for (index, part) in parts.into_iter().enumerate() {
        let mut chain = site.inlined.clone();
        let words_only = map.keys().all(|keyword| is_annotation(keyword));
        let joined = if words_only && index == last && !site.is_root() {
            merge(map.clone(), part)
        } else {
            resolved(context, part, &mut chain).and_then(|part| merge(map.clone(), part))
        };
        match joined {
            Ok(merged) => {
                *map = merged;
                site.inlined = chain;
            }
            Err(clash) => report(map, &clash, context, site),
        }
    }
    context.change(&site.path, ChangeKind::Changed, "the parts of `allOf` are written as one schema");
}

fn report(map: &mut Map<String, Value>, clash: &Clash, context: &mut Context<'_>, site: &Site) {
    match clash {
        Clash::Never(why) => {
            context.refuse(&site.path, format!("no value fits: {why}"), "correct the schema");
            map.clear();
        }
        Clash::Unclear(why) => context.give_up(site, map, why, ONE_FORM),
    }
}

/// A union, alone: keywords beside it go into each branch. `None` if it turned out to be no union.
fn union(map: &mut Map<String, Value>, context: &mut Context<'_>, site: &mut Site) -> Option<Shape> {
    if map.contains_key("anyOf") && map.contains_key("oneOf") {
        let one_of = map.shift_remove("oneOf");
        context.give_up(site, map, "`anyOf` and `oneOf` hold at once", ONE_FORM);
        drop(one_of);
        return map.is_empty().then_some(Shape::Plain);
    }
    if map.contains_key("oneOf") {
        *map = std::mem::take(map)
            .into_iter()
            .map(|(k, v)| if k == "oneOf" { ("anyOf".to_owned(), v) } else { (k, v) })
            .collect();
        context.change(
            &site.path,
            ChangeKind::Changed,
            "`oneOf` is written as `anyOf`; that only one branch fits is checked locally",
        );
    }
    let is_beside = |keyword: &str| keyword != "anyOf" && !is_annotation(keyword);
    if map.keys().any(|keyword| is_beside(keyword)) {
        let beside: Map<String, Value> =
            map.iter().filter(|(k, _)| is_beside(k)).map(|(k, v)| (k.clone(), v.clone())).collect();
        map.retain(|keyword, _| !is_beside(keyword));
        distribute(map, &beside, context, site);
    }
    let branches = map.get("anyOf").and_then(Value::as_array)?;
    if let [Value::Object(only)] = branches.as_slice()
        && (site.is_root() || reference(only).is_none() || only.len() > 1)
    {
        let only = map.shift_remove("anyOf");
        map.extend(only.map(|only| ("allOf".to_owned(), only)));
        return None;
    }
    Some(Shape::Union)
}

fn distribute(
    map: &mut Map<String, Value>,
    beside: &Map<String, Value>,
    context: &mut Context<'_>,
    site: &mut Site,
) {
    let Some(Value::Array(branches)) = map.get("anyOf").cloned() else { return };
    let mut kept = Vec::new();
    let mut chains = site.inlined.clone();
    for (index, branch) in branches.into_iter().enumerate() {
        let Value::Object(branch) = branch else { continue };
        let mut chain = site.inlined.clone();
        // The branch's own words stay with it.
        let joined =
            resolved(context, branch.clone(), &mut chain).and_then(|part| merge(beside.clone(), part));
        match joined {
            Ok(merged) => {
                kept.push(Value::Object(merged));
                chains = Inlined::joined(chains, chain.as_ref());
            }
            Err(Clash::Never(why)) => {
                let detail = format!("branch {index} of the union is left out: {why}");
                context.change(&site.path, ChangeKind::Changed, detail);
            }
            Err(Clash::Unclear(why)) if context.target.is_strict() || site.is_root() => {
                context.refuse(&site.path, why, ONE_FORM);
            }
            Err(Clash::Unclear(why)) => {
                context.change(&site.path, ChangeKind::Dropped, format!("{why}; checked locally only"));
                kept.push(Value::Object(branch));
            }
        }
    }
    site.inlined = chains;
    if kept.is_empty() {
        context.refuse(&site.path, "no branch of the union can hold", "correct the schema");
        map.clear();
        return;
    }
    context.change(
        &site.path,
        ChangeKind::Changed,
        "what stands beside the union is written into each branch",
    );
    map.insert("anyOf".to_owned(), Value::Array(kept));
}
