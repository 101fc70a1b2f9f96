//! What the keywords of several schemas demand together.

use std::collections::HashMap;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::SchemaError;
use super::compile::Compiler;
use super::folded::Folded;
use super::merge::Part;
use super::rules::{
    ArrayRules, Compiled, Contains, Id, Members, NumberRules, ObjectRules, Property, Rest, StringRules, types,
};
use super::scalars;

/// Types, members and the bounds of scalars.
pub(super) struct Combined {
    pub(super) types: u8,
    pub(super) members: Option<Members>,
    pub(super) number: Option<NumberRules>,
    pub(super) string: Option<StringRules>,
}

impl Combined {
    pub(super) fn of(parts: &[Part<'_>]) -> Result<Self, SchemaError> {
        let mut mask = types::ANY;
        let mut typed = false;
        let mut members: Option<Vec<Value>> = None;
        let mut number = None;
        let mut string = None;
        for Part { map, .. } in parts {
            if let Some(value) = map.get("type") {
                mask &=
                    types::of(value).ok_or_else(|| SchemaError::new(format!("there is no type {value}")))?;
                typed = true;
            }
            let constant = map.get("const").map(std::slice::from_ref);
            let listed = match map.get("enum") {
                Some(Value::Array(listed)) => Some(listed.as_slice()),
                _ => None,
            };
            for values in [constant, listed].into_iter().flatten() {
                members = Some(match members {
                    None => values.to_vec(),
                    Some(kept) => kept.into_iter().filter(|value| values.contains(value)).collect(),
                });
            }
            scalars::number(map, &mut number)?;
            scalars::string(map, &mut string)?;
        }
        if !typed && members.is_none() && !has_union(parts) {
            mask = implied(parts);
        }
        let members = members.map(|mut values| {
            values.retain(|value| mask & types::of_value(value) != 0);
            mask = values.iter().fold(0, |mask, value| mask | types::of_value(value));
            Members::new(values)
        });
        Ok(Self { types: mask, members, number, string })
    }
}

fn has_union(parts: &[Part<'_>]) -> bool {
    parts
        .iter()
        .any(|part| !part.spread && (part.map.contains_key("anyOf") || part.map.contains_key("oneOf")))
}

/// The types that `properties` and `items` mean where no `type` stands beside them.
fn implied(parts: &[Part<'_>]) -> u8 {
    let any = |keyword: &str| parts.iter().any(|part| part.map.contains_key(keyword));
    match (any("properties"), any("items") || any("prefixItems")) {
        (true, false) => types::OBJECT,
        (false, true) => types::ARRAY,
        (true, true) => types::OBJECT | types::ARRAY,
        (false, false) => types::ANY,
    }
}

pub(super) fn size(map: &Map<String, Value>, keyword: &str) -> Option<usize> {
    map.get(keyword).and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok())
}

pub(super) fn regex(pattern: &str) -> Result<Regex, SchemaError> {
    Regex::new(pattern)
        .map_err(|error| SchemaError::new(format!("the pattern {pattern:?} cannot be used: {error}")))
}

pub(super) fn higher<T: PartialOrd>(bound: &mut Option<T>, other: Option<T>) {
    if let Some(other) = other
        && bound.as_ref().is_none_or(|bound| other > *bound)
    {
        *bound = Some(other);
    }
}

pub(super) fn lower<T: PartialOrd>(bound: &mut Option<T>, other: Option<T>) {
    if let Some(other) = other
        && bound.as_ref().is_none_or(|bound| other < *bound)
    {
        *bound = Some(other);
    }
}

pub(super) fn array<'s>(
    compiler: &mut Compiler<'s>,
    parts: &[Part<'s>],
) -> Result<Option<ArrayRules>, SchemaError> {
    let mut rules = ArrayRules::default();
    let mut prefixes: Vec<(&'s [Value], Option<&'s Value>)> = Vec::new();
    for Part { map, .. } in parts {
        let items = map.get("items");
        // Before 2020-12 a list in `items` was what `prefixItems` is now.
        let (prefix, rest) = match (map.get("prefixItems"), items) {
            (Some(Value::Array(prefix)), rest) => (prefix.as_slice(), rest),
            (_, Some(Value::Array(prefix))) => (prefix.as_slice(), map.get("additionalItems")),
            (_, rest) => (&[][..], rest),
        };
        if !prefix.is_empty() || rest.is_some() {
            prefixes.push((prefix, rest));
        }
        higher(&mut rules.min, size(map, "minItems"));
        lower(&mut rules.max, size(map, "maxItems"));
        rules.unique |= map.get("uniqueItems") == Some(&Value::Bool(true));
        if let Some(contains) = map.get("contains") {
            let min = size(map, "minContains").unwrap_or(1);
            rules.contains =
                Some(Contains { id: compiler.intern(&[contains])?, min, max: size(map, "maxContains") });
        }
    }
    let longest = prefixes.iter().map(|(prefix, _)| prefix.len()).max().unwrap_or(0);
    for place in 0..longest {
        let here: Vec<_> = prefixes.iter().filter_map(|(prefix, rest)| prefix.get(place).or(*rest)).collect();
        rules.prefix.push(compiler.intern(&here)?);
    }
    let rest: Vec<_> = prefixes.iter().filter_map(|(_, rest)| *rest).collect();
    rules.items = if rest.is_empty() { None } else { Some(compiler.intern(&rest)?) };
    Ok((rules.demands_anything()).then_some(rules))
}

pub(super) fn object<'s>(
    compiler: &mut Compiler<'s>,
    parts: &[Part<'s>],
) -> Result<Option<ObjectRules>, SchemaError> {
    let mut builder = ObjectBuilder::default();
    for Part { map, .. } in parts {
        builder.read(compiler, map)?;
    }
    builder.finish(compiler)
}

#[derive(Default)]
struct ObjectBuilder<'s> {
    names: Vec<&'s str>,
    schemas: HashMap<&'s str, Vec<&'s Value>>,
    required: Vec<&'s str>,
    patterns: Vec<(Regex, &'s Value)>,
    rest: Vec<&'s Value>,
    /// Whether any part names properties.
    named: bool,
    touched: bool,
    min: Option<usize>,
    max: Option<usize>,
    name_rule: Option<Id>,
    dependent: Vec<(String, Vec<String>)>,
}

impl<'s> ObjectBuilder<'s> {
    fn read(&mut self, compiler: &mut Compiler<'s>, map: &'s Map<String, Value>) -> Result<(), SchemaError> {
        if let Some(Value::Object(properties)) = map.get("properties") {
            (self.named, self.touched) = (true, true);
            for (name, schema) in properties {
                self.name(name).push(schema);
            }
        }
        for name in texts(map.get("required")) {
            self.touched = true;
            self.required.push(name);
            self.name(name);
        }
        if let Some(Value::Object(patterns)) = map.get("patternProperties") {
            self.touched = true;
            for (pattern, schema) in patterns {
                self.patterns.push((regex(pattern)?, schema));
            }
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            if let Some(schema) = map.get(keyword) {
                self.touched = true;
                self.rest.push(schema);
            }
        }
        if let Some(names) = map.get("propertyNames") {
            self.touched = true;
            self.name_rule = Some(compiler.intern(&[names])?);
        }
        if let Some(Value::Object(dependent)) = map.get("dependentRequired") {
            self.touched = true;
            let lists = dependent
                .iter()
                .map(|(name, needed)| (name.clone(), texts(Some(needed)).map(str::to_owned).collect()));
            self.dependent.extend(lists);
        }
        higher(&mut self.min, size(map, "minProperties"));
        lower(&mut self.max, size(map, "maxProperties"));
        self.touched |= self.min.is_some() || self.max.is_some();
        Ok(())
    }

    fn name(&mut self, name: &'s str) -> &mut Vec<&'s Value> {
        if !self.schemas.contains_key(name) {
            self.names.push(name);
        }
        self.schemas.entry(name).or_default()
    }

    fn finish(mut self, compiler: &mut Compiler<'s>) -> Result<Option<ObjectRules>, SchemaError> {
        if !self.touched {
            return Ok(None);
        }
        let rest = self.rest(compiler)?;
        let mut patterns = Vec::with_capacity(self.patterns.len());
        for (pattern, schema) in &self.patterns {
            patterns.push((pattern.clone(), compiler.intern(&[schema])?));
        }
        let mut rules = ObjectRules {
            properties: Vec::with_capacity(self.names.len()),
            index: HashMap::new(),
            folded: Folded::default(),
            patterns,
            rest,
            min: self.min,
            max: self.max,
            names: self.name_rule,
            dependent: std::mem::take(&mut self.dependent),
        };
        for name in std::mem::take(&mut self.names) {
            let mut schemas = self.schemas.remove(name).unwrap_or_default();
            let matching = self.patterns.iter().filter(|(pattern, _)| pattern.is_match(name));
            schemas.extend(matching.map(|(_, schema)| *schema));
            let place = rules.properties.len();
            rules.index.insert(name.to_owned(), place);
            rules.folded.insert(name, place);
            let required = self.required.contains(&name);
            rules.properties.push(Property {
                name: name.to_owned(),
                id: compiler.intern(&schemas)?,
                required,
            });
        }
        Ok(Some(rules))
    }

    /// What holds for members that are not named. An object that names none at all keeps all of them.
    fn rest(&self, compiler: &mut Compiler<'s>) -> Result<Rest, SchemaError> {
        if self.rest.iter().any(|schema| **schema == Value::Bool(false)) {
            return Ok(Rest::Closed);
        }
        match (self.rest.is_empty(), self.named || !self.patterns.is_empty()) {
            (false, _) => compiler.intern(&self.rest).map(Rest::Keep),
            (true, false) => Ok(Rest::Keep(Compiled::ANY)),
            (true, true) => Ok(Rest::Open),
        }
    }
}

fn texts(value: Option<&Value>) -> impl Iterator<Item = &str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
