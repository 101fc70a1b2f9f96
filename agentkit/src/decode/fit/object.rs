//! Fitting an object's members.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::RandomState;

use super::members::{Members, Role};
use super::{Exact, Fit, Input, Result, bounds};
use crate::decode::error::DecodeErrorKind;
use crate::decode::json::{CUT, Kind, same};
use crate::decode::options::Unknown;
use crate::decode::repair::RepairKind;
use crate::decode::schema::{Id, ObjectRules, Rules, found, quoted_list, types};

/// Where each member was first met.
struct First<'a> {
    properties: Vec<Option<usize>>,
    /// By the hash that serde_json's maps use: seeded at random, and a third of the standard one's cost.
    others: HashMap<&'a str, usize, RandomState>,
    /// The number of members, which is the most that there can be of them.
    count: usize,
}

impl<'a> First<'a> {
    fn new(rules: Option<&ObjectRules>, count: u32) -> Self {
        let properties = vec![None; rules.map_or(0, |rules| rules.properties.len())];
        Self { properties, others: HashMap::default(), count: count as usize }
    }

    /// Whether a property stands there, by whatever spelling of its name.
    fn has(&self, property: usize) -> bool {
        self.properties.get(property).is_some_and(Option::is_some)
    }

    /// The value that stands there already; else this one is noted.
    fn of(&mut self, role: Role, name: &'a str, value: usize) -> Option<usize> {
        let Role::Property(place, _) = role else {
            if self.others.is_empty() {
                self.others.reserve(self.count);
            }
            return match self.others.entry(name) {
                Entry::Occupied(earlier) => Some(*earlier.get()),
                Entry::Vacant(free) => {
                    free.insert(value);
                    None
                }
            };
        };
        let slot = self.properties.get_mut(place)?;
        let earlier = *slot;
        slot.get_or_insert(value);
        earlier
    }
}

impl<'a> Fit<'a> {
    pub(super) fn object(&mut self, input: Input<'a>, at: usize, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        let object = rules.object.as_deref();
        let members = Members::new(input, at, object);
        let cut = node.has(CUT);
        if cut && object.is_none_or(ObjectRules::is_map) {
            // A map that was cut may have had more entries.
            return Err(self.truncated(input, at));
        }
        let open = self.out.open(Kind::Object, node);
        let mut first = First::new(object, node.a);
        let count = self.members(&members, &mut first)?;
        let count = count + self.missing(&members, &first)?;
        self.out.close(open, count);
        if cut {
            self.repair(RepairKind::CloseOpen, node.end, node.end);
        }
        match object {
            Some(object) => self.object_bounds(input, at, object, open, count as usize),
            None => Ok(()),
        }
    }

    fn members(&mut self, members: &Members<'a>, first: &mut First<'a>) -> Result<u32> {
        let Members { input, at, .. } = *members;
        let view = input.view;
        let mut count = 0;
        for (place, (key, value)) in view.members(at).enumerate() {
            let (key, value_node) = (view.node(key), view.node(value));
            let written = view.text(key);
            let role = members.role(written, place);
            if key.has(CUT) || value_node.has(CUT) {
                if self.cut_member(members, role, written, key.has(CUT), value)? {
                    first.of(role, written, value);
                    count += 1;
                }
                continue;
            }
            if value_node.kind == Kind::Undefined {
                self.repair(RepairKind::UndefinedDropped, key.start, value_node.end);
                continue;
            }
            if let Some(earlier) = first.of(role, written, value) {
                if !same(&view, earlier, &view, value) {
                    let name = members.name(role).unwrap_or(written);
                    let detail = format!("the key `{name}` stands there twice, with different values");
                    return Err(self.error(DecodeErrorKind::Ambiguous, input, value, detail));
                }
                self.repair(RepairKind::DuplicateEqual, key.start, value_node.end);
                continue;
            }
            if self.one_member(members, role, written, (key.start, value))? {
                count += 1;
            }
        }
        Ok(count)
    }

    /// Fits one member; whether it is kept.
    fn one_member(
        &mut self,
        members: &Members<'a>,
        role: Role,
        written: &str,
        (start, value): (u32, usize),
    ) -> Result<bool> {
        let Members { input, at, .. } = *members;
        let node = input.view.node(value);
        let key = input.view.node(value.saturating_sub(1));
        let (name, id) = match role {
            Role::Extra => {
                self.extra(members, written, (start, value))?;
                return Ok(false);
            }
            Role::Kept(id) => (written, id),
            Role::Property(place, folded) => {
                let Some(property) = members.property(place) else { return Ok(false) };
                if node.kind == Kind::Null && !property.required && !self.takes_null(property.id) {
                    self.repair(RepairKind::NullOptionalDropped, start, node.end);
                    return Ok(false);
                }
                if folded {
                    self.repair(RepairKind::KeyNormalised, key.start, key.end);
                }
                (property.name.as_str(), property.id)
            }
        };
        if let Some(names) = members.rules.and_then(|rules| rules.names)
            && !bounds::name(self.schema, names, name)
        {
            let detail = format!("the key `{name}` is not allowed here");
            return Err(self.error(DecodeErrorKind::Constraint, input, at, detail));
        }
        if name == written {
            self.out.copy(input, key);
        } else {
            self.out.text(Kind::Key, name, key);
        }
        self.within(name, |fit| fit.value(input, value, id))?;
        Ok(true)
    }

    /// A member that the schema does not name.
    fn extra(&mut self, members: &Members<'a>, name: &str, (start, value): (u32, usize)) -> Result<()> {
        let end = members.input.view.node(value).end;
        if members.is_closed() && self.options.unknown == Unknown::Refuse {
            let known = members.rules.iter().flat_map(|rules| &rules.properties);
            let known = quoted_list(known.map(|property| property.name.as_str()));
            let detail = format!("there is no member `{name}` here; the known members: {known}");
            return Err(self.error(DecodeErrorKind::Unknown, members.input, value, detail));
        }
        let path = &self.path;
        let path = || {
            let mut path = path.clone();
            path.push('/');
            crate::decode::error::push_escaped(&mut path, name);
            path
        };
        self.repairs.add(RepairKind::ExtraDropped, path, start as usize, end as usize);
        Ok(())
    }

    /// A member that the reply ends in: the last one. Whether it is kept.
    ///
    /// A required object is closed; an optional member is dropped whole. Of a key that is cut itself, it is
    /// only known that it begins the name of an optional property that is not there yet.
    fn cut_member(
        &mut self,
        members: &Members<'a>,
        role: Role,
        written: &str,
        key_cut: bool,
        value: usize,
    ) -> Result<bool> {
        let input = members.input;
        let node = input.view.node(value);
        let start = input.view.node(value.saturating_sub(1)).start;
        let optional = if key_cut {
            members.may_become_optional(written)
        } else {
            match role {
                Role::Property(place, _) => {
                    members.property(place).is_some_and(|property| !property.required)
                }
                Role::Kept(_) | Role::Extra => false,
            }
        };
        if optional {
            self.repair(RepairKind::PartialOptionalDropped, start, node.end);
            return Ok(false);
        }
        if key_cut || !matches!(role, Role::Property(..)) || node.kind != Kind::Object {
            let at = if key_cut { members.at } else { value };
            return Err(self.within(written, |fit| Err::<(), _>(fit.truncated(input, at))).unwrap_err());
        }
        self.one_member(members, role, written, (start, value))
    }

    /// Says which required member is not there; how many were put in, where the options allow it.
    fn missing(&mut self, members: &Members<'a>, first: &First<'_>) -> Result<u32> {
        let Some(rules) = members.rules else { return Ok(0) };
        let Members { input, at, .. } = *members;
        let node = input.view.node(at);
        let mut added = 0;
        for (place, property) in rules.properties.iter().enumerate() {
            if !property.required || first.has(place) {
                continue;
            }
            if self.options.absent_as_null && !node.has(CUT) && self.takes_null(property.id) {
                let end = node.end;
                self.within(&property.name, |fit| {
                    fit.repair(RepairKind::AbsentAsNull, end, end);
                    Ok(())
                })?;
                self.out.text(Kind::Key, &property.name, node);
                self.out.text(Kind::Null, "null", node);
                added += 1;
                continue;
            }
            if node.has(CUT) {
                let detail = format!("the reply ends before the required member `{}`", property.name);
                return Err(self.error(DecodeErrorKind::Truncated, input, at, detail));
            }
            let expected = crate::decode::schema::describe(self.schema, property.id);
            let written = input.view.members(at).map(|(key, _)| input.view.text(input.view.node(key)));
            let found = quoted_list(written);
            let detail =
                format!("the required member `{}` ({expected}) is missing; found: {found}", property.name);
            return Err(self.error(DecodeErrorKind::Missing, input, at, detail));
        }
        Ok(added)
    }

    fn object_bounds(
        &mut self,
        input: Input<'a>,
        at: usize,
        rules: &ObjectRules,
        open: usize,
        count: usize,
    ) -> Result<()> {
        let broken = if let Some(min) = rules.min.filter(|&min| count < min) {
            format!("at least {min} members, and has {count}")
        } else if let Some(max) = rules.max.filter(|&max| count > max) {
            format!("at most {max} members, and has {count}")
        } else if Exact::new(self.out.view(input.view.source), self.schema).has_dependents(open, rules) {
            return Ok(());
        } else {
            "the members that others of its members depend on".to_owned()
        };
        let found = found(input.view, at);
        Err(self.error(DecodeErrorKind::Constraint, input, at, format!("{found} must have {broken}")))
    }

    /// Whether `null` satisfies a schema, in one of its branches perhaps.
    fn takes_null(&self, id: Id) -> bool {
        let mut open = vec![id];
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = open.pop() {
            let rules = self.schema.rules(id);
            if rules.union.is_empty() && rules.allows(types::NULL) {
                return true;
            }
            if seen.insert(id) {
                open.extend(&rules.union);
            }
        }
        false
    }
}
