use agentkit::{Agent, agent_output};

/// A draft.
#[agent_output]
struct Draft {
    /// The text.
    text: String,
}

/// A review.
#[agent_output]
struct Review {
    /// The verdict.
    verdict: String,
}

fn chain(write: Agent<String, Draft>) {
    let _ = write.and_then(|draft: Draft| draft.text);
}

fn main() {}
