//! What `#[tools]` and `#[agent_output]` make of traits and types.

mod design;
mod support;
