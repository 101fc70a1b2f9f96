//! Decoding: messy replies into values, and never invented ones.

#![allow(
    clippy::needless_pass_by_value,
    clippy::format_collect,
    reason = "tests pass literals and build short texts"
)]

mod cases;
mod differential;
mod generate;
mod hostile;
mod numbers;
mod partial;
mod properties;
mod repairs;
mod rules;
mod words;
