//! The attribute macros of `agentkit`; use them through that crate.
