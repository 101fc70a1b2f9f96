//! Examples of `agentkit`; run one with `cargo run --example NAME`.
