//! Decoding: messy replies into values, and never invented ones.

mod cases;
mod differential;
mod generate;
mod hostile;
mod numbers;
mod partial;
mod properties;
mod rules;
mod words;
