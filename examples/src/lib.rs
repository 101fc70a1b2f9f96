//! What the examples of `agentkit` share; run one with `cargo run --example NAME`.

pub mod cli;
pub mod git;
pub mod notes;
pub mod release_model;
