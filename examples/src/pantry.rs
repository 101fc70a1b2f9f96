//! What is in the kitchen.

use agentkit::tools;

/// A kitchen's stores.
#[tools]
pub trait Pantry {
    /// What there is.
    fn stock(&self) -> Vec<&'static str>;
}

/// A well-kept shelf.
#[derive(Debug)]
pub struct Shelf;

impl Pantry for Shelf {
    fn stock(&self) -> Vec<&'static str> {
        vec!["eggs", "butter", "chives"]
    }
}
