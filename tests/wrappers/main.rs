//! Providers around providers: one after another, limited, recorded and replayed.

mod fallback;
mod rate_limit;
mod record;
mod support;
