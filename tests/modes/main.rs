//! How answers and calls are held to their schemas: constraints, output modes, and single questions.

#![allow(
    clippy::needless_pass_by_value,
    clippy::format_collect,
    reason = "tests pass literals and build short texts"
)]

mod ask;
mod ask_errors;
mod ask_prompted;
mod ask_value;
mod constraints;
mod explain;
mod native;
mod phases;
mod prompted;
mod support;
mod unions;
