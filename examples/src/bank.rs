//! A bank of one account.

use agentkit::tools;

/// A bank.
#[tools]
pub trait Bank {
    /// What is on the account.
    fn balance(&self) -> u32;

    /// Sends money.
    #[tool(needs_approval, destructive)]
    fn send(
        &self,
        /** Whom to. */
        to: String,
        /** How much, in €. */
        amount: u32,
    ) -> String;
}

/// An account with 900 € on it.
#[derive(Debug)]
pub struct Ledger;

impl Bank for Ledger {
    fn balance(&self) -> u32 {
        900
    }

    fn send(&self, to: String, amount: u32) -> String {
        format!("{amount} € sent to {to}")
    }
}
