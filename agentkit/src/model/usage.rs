//! What a run has used.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Tokens and requests, normalised over providers.
///
/// `input_tokens` always includes cached tokens and `output_tokens` always includes reasoning, whichever way
/// the provider counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens read, cached ones included.
    pub input_tokens: u64,
    /// Of `input_tokens`, those read from the provider's cache.
    pub cached_tokens: u64,
    /// Of `input_tokens`, those written to the provider's cache.
    pub cache_write_tokens: u64,
    /// Tokens written, reasoning included.
    pub output_tokens: u64,
    /// Of `output_tokens`, those spent on reasoning.
    pub reasoning_tokens: u64,
    /// Model calls answered.
    pub requests: u64,
    /// Of `requests`, those for which the provider reported no usage; the sums above are then too low.
    pub unreported_requests: u64,
}

impl Usage {
    /// The usage of one request.
    pub fn new(input_tokens: u64, output_tokens: u64) -> Self {
        Self { input_tokens, output_tokens, requests: 1, ..Self::default() }
    }

    /// The usage of one request for which the provider reported none.
    pub fn unreported() -> Self {
        Self { requests: 1, unreported_requests: 1, ..Self::default() }
    }

    /// Input and output tokens together.
    pub fn total(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        let add = |sum: &mut u64, more| *sum = sum.saturating_add(more);
        add(&mut self.input_tokens, other.input_tokens);
        add(&mut self.cached_tokens, other.cached_tokens);
        add(&mut self.cache_write_tokens, other.cache_write_tokens);
        add(&mut self.output_tokens, other.output_tokens);
        add(&mut self.reasoning_tokens, other.reasoning_tokens);
        add(&mut self.requests, other.requests);
        add(&mut self.unreported_requests, other.unreported_requests);
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}
