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

async fn run(write: Agent<Draft, Review>) {
    let _ = write.run("a draft").await;
}

fn main() {}
