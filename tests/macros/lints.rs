//! The expansions raise none of the lints that a strict crate turns on.
#![deny(warnings, missing_docs, missing_debug_implementations, unused_qualifications, unreachable_pub)]
#![deny(unused_lifetimes, single_use_lifetimes, trivial_casts, let_underscore_drop, unsafe_code)]
#![deny(unused_results, clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(
    clippy::shadow_reuse,
    clippy::shadow_same,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::sync::Arc;

use agentkit::Output;

/// Counts.
#[agentkit::tools]
pub trait Counter {
    /// Adds to the count.
    async fn add(
        &self,
        /// How many.
        by: u32,
        _unused: &str,
    ) -> u32;

    /// Never compiled.
    #[cfg(any())]
    fn absent(&self, what: NoSuchType) -> NoSuchType;

    /// Has a body.
    async fn body(&self) -> u32 {
        self.add(1, "").await
    }

    /// Old.
    #[deprecated]
    #[must_use]
    fn old(&self, big: String) -> bool;
}

/// More, with a supertrait.
#[agentkit::tools(extends(Counter))]
pub trait More: Counter {
    /// One more.
    fn more(&self, #[arg(default = 1, range(0..=3))] n: Option<u8>);
}

/// An output.
#[agentkit::agent_output(partial, failure = Failure, validate = Forecast::check)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forecast {
    /// In °C.
    pub high: u8,
}

impl Forecast {
    const fn check(&self) -> Result<(), &'static str> {
        if self.high > 100 { Err("too hot") } else { Ok(()) }
    }
}

/// A failure.
#[agentkit::agent_output]
#[derive(Debug)]
pub enum Failure {
    /// No data.
    NoData,
    /// Not found.
    NotFound {
        /// What.
        what: String,
    },
    /// Old data.
    Old(Forecast),
}

struct State;

impl Counter for State {
    async fn add(&self, by: u32, _unused: &str) -> u32 {
        by
    }

    fn old(&self, big: String) -> bool {
        big.is_empty()
    }
}

impl More for State {
    fn more(&self, _: Option<u8>) {}
}

#[tokio::test]
async fn under_strict_lints() {
    let state = Arc::new(State);
    assert_eq!(More::into_tools(Arc::clone(&state)).as_slice().len(), 4);
    assert_eq!(state.body().await, 1);
    assert_eq!(Failure::choice_count(), 3);
    assert_eq!(ForecastPartial { high: None }, ForecastPartial::default());
}
