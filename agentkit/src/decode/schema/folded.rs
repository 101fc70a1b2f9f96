//! Names by what is left of them once they are folded.

use std::collections::HashMap;

use crate::decode::text::fold;

/// The places of names, by their folded text.
#[derive(Debug, Default)]
pub(in crate::decode) struct Folded {
    /// `None` where two names fold alike.
    places: HashMap<String, Option<usize>>,
    /// The ASCII characters that folded names begin with, a bit each.
    initials: u128,
}

impl Folded {
    pub(super) fn insert(&mut self, name: &str, place: usize) {
        let folded = fold(name);
        if let Some(c) = folded.chars().next().filter(char::is_ascii) {
            self.initials |= 1 << u32::from(c);
        }
        self.places.entry(folded).and_modify(|known| *known = None).or_insert(Some(place));
    }

    /// The place of the only name that folds like this one.
    #[inline]
    pub(in crate::decode) fn place(&self, name: &str) -> Option<usize> {
        if self.may_know(name) { self.known_place(name) } else { None }
    }

    #[inline(never)]
    fn known_place(&self, name: &str) -> Option<usize> {
        self.places.get(&fold(name)).copied().flatten()
    }

    /// Whether any name folds like this one.
    pub(in crate::decode) fn knows(&self, name: &str) -> bool {
        self.may_know(name) && self.places.contains_key(&fold(name))
    }

    /// Whether a name begins like one that is known, which spares folding most that are not.
    #[inline]
    fn may_know(&self, name: &str) -> bool {
        match name.as_bytes().first() {
            Some(c) if c.is_ascii_alphanumeric() => self.initials >> c.to_ascii_lowercase() & 1 == 1,
            _ => true,
        }
    }
}
