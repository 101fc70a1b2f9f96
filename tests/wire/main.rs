//! Providers and agents against a real HTTP server on loopback.

#![allow(
    clippy::needless_pass_by_value,
    clippy::format_collect,
    reason = "tests pass literals and build short texts"
)]

mod agent;
mod denied;
mod golden;
mod sse;
mod stream_calls;
mod streams;
mod transport;
