//! Shared parts of the tests: what several of them need, and the checking programs in `src/bin`.

pub mod decode_cases;
pub mod replay;
pub mod server;
