//! How a tool is run.

use std::time::Duration;

/// How a tool is run, and what its author says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "independent marks, as the field names them")]
pub struct ToolOptions {
    /// How long one call may take; `None` leaves it to the agent's default.
    pub timeout: Option<Duration>,
    /// How often in a row it may fail before the run ends; `None` leaves it to the agent's default.
    pub retries: Option<u32>,
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy something.
    pub destructive: bool,
    /// Calling it twice with the same arguments is as good as once.
    pub idempotent: bool,
    /// Someone has to agree to each call.
    pub needs_approval: bool,
    /// Its result comes from outside, later: a call of it ends the run as pending.
    pub external: bool,
}
