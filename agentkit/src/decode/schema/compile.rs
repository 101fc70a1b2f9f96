//! From a JSON schema to rules: a work list, so that neither depth nor recursion in a schema matters.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::SchemaError;
use super::keywords::{self, Combined};
use super::merge::{Part, keys, parts};
use super::refs::Refs;
use super::rules::{Check, Compiled, Id, Rules, types};
use super::union;

/// The most rules of one schema; the largest that providers take have some thousand properties.
const MAX_RULES: usize = 20_000;
/// The most schema objects that are looked at, counting one again for each place that merges it.
const MAX_PARTS: usize = 400_000;
/// The deepest nesting of a schema's own JSON.
const MAX_DEPTH: usize = 512;

pub(super) struct Compiler<'s> {
    refs: Refs<'s>,
    rules: Vec<Rules>,
    known: HashMap<Vec<(usize, bool)>, Id>,
    open: Vec<(Id, Vec<Part<'s>>)>,
    looked_at: usize,
}

pub(super) fn compile(source: &Value) -> Result<Compiled, SchemaError> {
    if crate::schema::is_deeper_than(source, MAX_DEPTH) {
        return Err(SchemaError::new(format!("it is nested more than {MAX_DEPTH} levels deep")));
    }
    let mut compiler = Compiler {
        refs: Refs::new(source),
        rules: vec![Rules { types: types::ANY, ..Rules::default() }, Rules::default()],
        known: HashMap::new(),
        open: Vec::new(),
        looked_at: 0,
    };
    let root = compiler.intern(&[source])?;
    while let Some((id, parts)) = compiler.open.pop() {
        let rules = compiler.rules_of(&parts)?;
        if let Some(slot) = compiler.rules.get_mut(id) {
            *slot = rules;
        }
    }
    let mut schema = Compiled { rules: compiler.rules, root };
    union::find_discriminators(&mut schema);
    Ok(schema)
}

impl<'s> Compiler<'s> {
    /// The rule of several schemas that all hold for one value.
    pub(super) fn intern(&mut self, schemas: &[&'s Value]) -> Result<Id, SchemaError> {
        match parts(&mut self.refs, schemas)? {
            Some(parts) => self.intern_parts(parts),
            None => Ok(Compiled::NEVER),
        }
    }

    fn intern_parts(&mut self, parts: Vec<Part<'s>>) -> Result<Id, SchemaError> {
        if parts.iter().all(|part| part.map.is_empty()) {
            return Ok(Compiled::ANY);
        }
        self.looked_at += parts.len();
        if self.rules.len() >= MAX_RULES || self.looked_at > MAX_PARTS {
            return Err(SchemaError::new("it is too large"));
        }
        let key = keys(&parts);
        if let Some(&id) = self.known.get(&key) {
            return Ok(id);
        }
        let id = self.rules.len();
        self.rules.push(Rules::default());
        self.known.insert(key, id);
        self.open.push((id, parts));
        Ok(id)
    }

    fn rules_of(&mut self, parts: &[Part<'s>]) -> Result<Rules, SchemaError> {
        let combined = Combined::of(parts)?;
        let object = keywords::object(self, parts)?;
        let mut rules = Rules {
            types: combined.types,
            members: combined.members,
            number: combined.number.map(Box::new),
            string: combined.string.map(Box::new),
            array: keywords::array(self, parts)?.map(Box::new),
            object: object.map(Box::new),
            ..Rules::default()
        };
        self.add_unions(&mut rules, parts)?;
        for part in parts {
            if let Some(not) = part.map.get("not") {
                rules.checks.push(Check::Not(self.intern(&[not])?));
            }
            if let Some(test) = part.map.get("if") {
                let test = self.intern(&[test])?;
                let then = part.map.get("then").map(|then| self.intern(&[then])).transpose()?;
                let otherwise = part.map.get("else").map(|other| self.intern(&[other])).transpose()?;
                rules.checks.push(Check::If { test, then, otherwise });
            }
        }
        Ok(rules)
    }

    /// Spreads the first union over its branches; the others are left as checks.
    fn add_unions(&mut self, rules: &mut Rules, parts: &[Part<'s>]) -> Result<(), SchemaError> {
        for (at, part) in parts.iter().enumerate().filter(|(_, part)| !part.spread) {
            for keyword in ["anyOf", "oneOf"] {
                let Some(Value::Array(branches)) = part.map.get(keyword) else { continue };
                let spread =
                    rules.union.is_empty() && !(keyword == "oneOf" && part.map.contains_key("anyOf"));
                let mut ids = Vec::with_capacity(branches.len());
                for branch in branches {
                    ids.push(if spread { self.branch(parts, at, branch)? } else { self.intern(&[branch])? });
                }
                if spread {
                    // A union without branches admits nothing.
                    rules.union = if ids.is_empty() { vec![Compiled::NEVER] } else { ids };
                } else {
                    rules.checks.push(Check::Any(ids));
                }
            }
        }
        Ok(())
    }

    /// A branch with all else that its schema demands merged in.
    fn branch(&mut self, parts: &[Part<'s>], at: usize, branch: &'s Value) -> Result<Id, SchemaError> {
        let Some(own) = super::merge::parts(&mut self.refs, &[branch])? else { return Ok(Compiled::NEVER) };
        let mut all = parts.to_vec();
        if let Some(part) = all.get_mut(at) {
            part.spread = true;
        }
        // A branch that refers to the whole again still has to satisfy the union.
        let known: HashSet<_> = all.iter().map(Part::key).collect();
        all.extend(own.into_iter().filter(|part| !known.contains(&part.key())));
        self.intern_parts(all)
    }
}
