//! Fitting an array's elements.

use super::{Exact, Fit, Input, Result};
use crate::decode::error::DecodeErrorKind;
use crate::decode::json::{CUT, Kind};
use crate::decode::repair::RepairKind;
use crate::decode::schema::{Compiled, Rules, types};

impl<'a> Fit<'a> {
    /// Whether one object may stand for an array of one: the elements are objects, and nothing else.
    pub(super) fn wraps(&self, rules: &Rules) -> bool {
        let Some(array) = rules.array.as_ref().filter(|_| rules.allows(types::ARRAY)) else { return false };
        array.prefix.is_empty()
            && array.items.is_some_and(|items| {
                let items = self.schema.rules(items);
                items.types == types::OBJECT && !items.is_untyped()
            })
    }

    pub(super) fn wrapped(&mut self, input: Input<'a>, at: usize, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        let Some(array) = rules.array.as_deref() else { return Err(self.truncated(input, at)) };
        if array.min.is_some_and(|min| min > 1) || array.max == Some(0) {
            let detail =
                format!("one object was found where an array of {} was expected", array.min.unwrap_or(0));
            return Err(self.error(DecodeErrorKind::Constraint, input, at, detail));
        }
        self.repair(RepairKind::WrapArray, node.start, node.end);
        let open = self.out.open(Kind::Array, node);
        self.within("0", |fit| fit.value(input, at, array.of(0)))?;
        self.out.close(open, 1);
        Ok(())
    }

    pub(super) fn array(&mut self, input: Input<'a>, at: usize, rules: &'a Rules) -> Result<()> {
        let node = input.view.node(at);
        let array = rules.array.as_deref();
        let open = self.out.open(Kind::Array, node);
        let mut count = 0;
        for (place, element) in input.view.children(at).enumerate() {
            let id = array.map_or(Compiled::ANY, |array| array.of(place));
            self.within_place(place, |fit| fit.value(input, element, id))?;
            count += 1;
        }
        self.out.close(open, count);
        if node.has(CUT) {
            // It may have had more elements.
            return Err(self.truncated(input, at));
        }
        let Some(array) = array else { return Ok(()) };
        let len = count as usize;
        let broken = if let Some(min) = array.min.filter(|&min| len < min) {
            format!("at least {min} elements, and has {len}")
        } else if let Some(max) = array.max.filter(|&max| len > max) {
            format!("at most {max} elements, and has {len}")
        } else {
            let exact = Exact::new(self.out.view(input.view.source), self.schema);
            if array.unique && !exact.is_unique(open) {
                "no element twice".to_owned()
            } else if exact.contains_enough(open, array) {
                return Ok(());
            } else {
                "another number of the elements that it must contain".to_owned()
            }
        };
        Err(self.error(DecodeErrorKind::Constraint, input, at, format!("the array must have {broken}")))
    }
}
