//! Copies of what references stand for, within the bounds that keep inlining finite.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::engine::{Context, Inlined};
use super::refs::{ROOT, reference, target};
use super::walk::measure;

/// Why a reference was not inlined.
pub(super) enum Kept {
    /// It would be inlined into itself.
    Recursive,
    /// Copies have grown too large.
    TooLarge,
}

/// A copy of what a reference stands for, without the definitions of the document.
pub(super) fn copy(
    context: &mut Context<'_>,
    reference: &str,
    chain: Option<&Rc<Inlined>>,
) -> Result<Map<String, Value>, Kept> {
    if Inlined::contains(chain, reference) {
        return Err(Kept::Recursive);
    }
    let Some(Value::Object(found)) = target(context.source, reference) else {
        return Ok(Map::new());
    };
    let whole = measure_map(found, context.budget, reference == ROOT);
    context.budget = context.budget.checked_sub(whole).ok_or(Kept::TooLarge)?;
    let mut copy = Map::new();
    copy.extend(found.iter().filter(|(keyword, _)| *keyword != "$defs").map(|(k, v)| (k.clone(), v.clone())));
    Ok(copy)
}

fn measure_map(map: &Map<String, Value>, budget: usize, is_root: bool) -> usize {
    map.iter()
        .filter(|(keyword, _)| !(is_root && *keyword == "$defs"))
        .map(|(_, value)| measure(value, usize::MAX, budget.saturating_add(1)).1)
        .fold(1, usize::saturating_add)
}

/// A part with its own reference, if it has one, replaced by a copy joined to the rest of the part.
/// Definitions copied on the way are added to `chain`.
pub(super) fn resolved(
    context: &mut Context<'_>,
    mut part: Map<String, Value>,
    chain: &mut Option<Rc<Inlined>>,
) -> Result<Map<String, Value>, super::merge::Clash> {
    while let Some(to) = reference(&part).map(str::to_owned) {
        let found = copy(context, &to, chain.as_ref()).map_err(|kept| {
            super::merge::Clash::Unclear(match kept {
                Kept::Recursive => format!("joins `{to}` to itself"),
                Kept::TooLarge => "inlined references grow too large".to_owned(),
            })
        })?;
        *chain = Some(Inlined::with(chain.take(), &to));
        part.shift_remove("$ref");
        part = super::merge::merge(part, found)?;
    }
    Ok(part)
}
