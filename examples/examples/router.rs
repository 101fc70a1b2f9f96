//! An enum output, one agent a variant. `cargo run --example router -- "My parcel never came."`
//!
//! The enum is offered to the model as one stop tool a variant; `route!` is a `match`, so a variant without
//! an agent does not compile.

use agentkit::{Agent, Result, agent_output, route};
use agentkit_examples::desk;

/// What the customer wants.
#[agent_output]
#[derive(Debug)]
pub enum Intent {
    /// Money back.
    Refund {
        /// The number of the order.
        order: u32,
    },
    /// Something went wrong.
    Complaint {
        /// What went wrong, in the customer's words.
        text: String,
    },
    /// Anything else.
    General,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let triage: Agent<String, Intent> =
        Agent::builder(desk::triage()).name("triage").instructions("Say what the customer wants.").build()?;
    let refunds: Agent<u32, String> =
        Agent::builder(desk::clerk("Order {} is refunded.")).name("refunds").build()?;
    let complaints: Agent<String, String> =
        Agent::builder(desk::clerk("We are sorry: {}")).name("complaints").build()?;
    let small_talk: Agent<String, String> =
        Agent::builder(desk::clerk("Thank you for {}")).name("small talk").build()?;

    let desk = route!(triage, {
        Intent::Refund { order } => refunds(order),
        Intent::Complaint { text } => complaints(text),
        Intent::General => small_talk("your message.".to_owned()),
    });

    let given: Vec<String> = std::env::args().skip(1).collect();
    let default = ["I want my money back for order 1204.", "My parcel never came.", "Hello!"];
    let messages = if given.is_empty() { default.map(str::to_owned).to_vec() } else { given };
    for message in messages {
        let run = desk.run(message.clone()).await?;
        println!("{message}\n  -> {} ({} turns)", run.output, run.turns);
    }
    Ok(())
}
