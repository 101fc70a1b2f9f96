//! What tells a union's branches apart.

use serde_json::Value;

use super::folded::Folded;
use super::rules::{Compiled, Discriminator, Id, Rules, types};

/// Finds, for each union, a required property with a constant text of its own in each object branch.
pub(super) fn find_discriminators(schema: &mut Compiled) {
    let found: Vec<(Id, Discriminator)> = (0..schema.rules.len())
        .filter_map(|id| Some((id, discriminator(schema, schema.rules(id))?)))
        .collect();
    for (id, discriminator) in found {
        if let Some(rules) = schema.rules.get_mut(id) {
            rules.discriminator = Some(discriminator);
        }
    }
}

fn discriminator(schema: &Compiled, union: &Rules) -> Option<Discriminator> {
    let objects: Vec<Id> =
        union.union.iter().copied().filter(|&id| schema.rules(id).allows(types::OBJECT)).collect();
    if objects.len() < 2 {
        return None;
    }
    let first = schema.rules(*objects.first()?).object.as_ref()?;
    let mut names =
        first.properties.iter().filter(|property| property.required).map(|property| &property.name);
    names.find_map(|name| by_property(schema, &objects, name))
}

fn by_property(schema: &Compiled, objects: &[Id], name: &str) -> Option<Discriminator> {
    let mut branches: Vec<(String, Id)> = Vec::with_capacity(objects.len());
    let mut folded = Folded::default();
    for &branch in objects {
        let rules = schema.rules(branch);
        if rules.types != types::OBJECT || !rules.union.is_empty() {
            return None;
        }
        let object = rules.object.as_ref()?;
        let property = object.properties.get(object.find(name, 0)?).filter(|property| property.required)?;
        let values = &schema.rules(property.id).members.as_ref()?.values;
        if values.is_empty() {
            return None;
        }
        for value in values {
            let Value::String(text) = value else { return None };
            if branches.iter().any(|(other, _)| other == text) {
                return None;
            }
            let place = branches.len();
            folded.insert(text, place);
            branches.push((text.clone(), branch));
        }
    }
    Some(Discriminator { property: name.to_owned(), branches, folded })
}
