//! Providers and agents against a real HTTP server on loopback.

mod agent;
mod dialects;
mod golden;
mod sse;
mod streams;
mod transport;
