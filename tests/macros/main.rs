//! What `#[tools]` and `#[agent_output]` make of traits and types.

mod arguments;
mod design;
mod outputs;
mod results;
mod support;
mod traits;
