//! Agents made of agents.

mod after;
mod and_then;
mod as_tool;
mod contramap;
mod each;
mod map;
mod retry;
mod route;
mod split;
mod then;
mod zip;

pub(crate) use after::After;
pub use route::{Arm, Routed};

use super::entry::Entry;
use super::pending::Resuming;
use crate::{Error, Result};

/// Which part of a composition a run begins in: the first, with an input, or the one that waited.
pub(crate) enum Way<In> {
    First(Entry<In>),
    Into(u32, Box<Resuming>),
}

impl<In> Way<In> {
    pub(crate) fn of(entry: Entry<In>) -> Result<Self> {
        match entry {
            Entry::Resume(mut resuming) => match resuming.enter() {
                Some(0) => Ok(Self::First(Entry::Resume(resuming))),
                Some(part) => Ok(Self::Into(part, resuming)),
                None => Err(resuming.foreign()),
            },
            entry @ Entry::New(..) => Ok(Self::First(entry)),
        }
    }
}

/// Notes in the error of a run that waits which part of a composition it waits in, and that it is of a chain.
fn within(part: u32) -> impl Fn(Error) -> Error {
    move |mut error| {
        if let Some(pending) = error.pending_mut() {
            pending.within(part);
        }
        error.in_chain()
    }
}
