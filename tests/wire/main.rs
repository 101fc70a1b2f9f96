//! Providers and agents against a real HTTP server on loopback.

mod agent;
mod denied;
mod golden;
mod sse;
mod streams;
mod transport;
