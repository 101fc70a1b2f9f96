//! What models cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::Usage;

/// Prices by model name, as the provider is configured with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prices(BTreeMap<String, Price>);

/// The price of one model, in any one currency for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Price {
    /// Tokens read.
    pub input: f64,
    /// Tokens written.
    pub output: f64,
    /// Tokens read from the provider's cache; as `input` unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<f64>,
    /// Tokens written to the provider's cache; as `input` unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
}

impl Prices {
    /// No prices.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a model's price.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>, price: Price) -> Self {
        self.0.insert(model.into(), price);
        self
    }

    /// A model's price, if it has one.
    pub fn of(&self, model: &str) -> Option<Price> {
        self.0.get(model).copied()
    }
}

impl Price {
    /// A price for a million tokens read and a million written.
    pub fn new(input: f64, output: f64) -> Self {
        Self { input, output, cached_input: None, cache_write: None }
    }

    /// Sets the price of tokens read from the cache.
    #[must_use]
    pub fn cached_input(mut self, price: f64) -> Self {
        self.cached_input = Some(price);
        self
    }

    /// Sets the price of tokens written to the cache.
    #[must_use]
    pub fn cache_write(mut self, price: f64) -> Self {
        self.cache_write = Some(price);
        self
    }

    /// What `usage` costs.
    #[allow(clippy::cast_precision_loss, reason = "a count of tokens is far below 2^52")]
    pub fn of(&self, usage: &Usage) -> f64 {
        let special = usage.cached_tokens.saturating_add(usage.cache_write_tokens);
        let plain = usage.input_tokens.saturating_sub(special) as f64 * self.input;
        let cached = usage.cached_tokens as f64 * self.cached_input.unwrap_or(self.input);
        let written = usage.cache_write_tokens as f64 * self.cache_write.unwrap_or(self.input);
        (plain + cached + written + usage.output_tokens as f64 * self.output) / 1e6
    }
}
