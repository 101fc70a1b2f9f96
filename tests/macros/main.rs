//! What `#[tools]` and `#[agent_output]` make of traits and types.

#![allow(clippy::reversed_empty_ranges, reason = "an empty range is a mistake that is tested")]

mod arguments;
mod design;
mod hygiene;
pub mod lints;
mod options;
mod outputs;
mod results;
mod rules;
mod support;
mod traits;
