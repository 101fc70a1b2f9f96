//! Typed LLM agents.

pub mod decode;
pub mod schema;
