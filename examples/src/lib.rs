//! What the examples of `agentkit` share; run one with `cargo run --example NAME`.

pub mod bank;
pub mod cli;
pub mod desk;
pub mod git;
pub mod notes;
pub mod pantry;
pub mod release_model;
