/// What the customer wants.
#[agent_output]
pub enum Intent {
    /// Money back.
    Refund(Refund),
    /// Unhappy.
    Complaint {
        /// About what.
        about: String,
    },
    /// Anything else.
    General,
}
