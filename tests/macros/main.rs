//! What `#[tools]` and `#[agent_output]` make of traits and types.

mod arguments;
mod design;
mod hygiene;
pub mod lints;
mod options;
mod outputs;
mod results;
mod support;
mod traits;
