//! A typed chain: a report becomes a ticket, the ticket a reply. `cargo run --example pipeline`
//!
//! Each stage is an agent of its own; the chain compiles because each takes what the one before gives.

use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, Result, agent_output};

/// What a customer's message is about.
#[agent_output]
#[derive(Debug)]
struct Ticket {
    /// The product, by its name in the catalogue.
    product: String,
    /// What is wrong, in one sentence.
    problem: String,
    /// From 1 (can wait) to 3 (now).
    urgency: u8,
}

/// The answer to a customer.
#[agent_output]
#[derive(Debug)]
struct Letter {
    /// One line.
    subject: String,
    /// Two or three sentences.
    body: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let reader: Agent<String, Ticket> = Agent::builder(Scripted::new([Reply::call(
        "stop",
        r#"{"product": "Kettle K2", "problem": "It does not switch off.", "urgency": 3}"#,
    )
    .usage(90, 30)]))
    .name("reader")
    .instructions("Turn the customer's message into a ticket.")
    .build()?;
    let writer: Agent<Ticket, Letter> = Agent::builder(Scripted::new([Reply::call(
        "stop",
        r#"{"subject": "Your Kettle K2", "body": "Please unplug it. A new one is on its way."}"#,
    )
    .usage(120, 40)]))
    .name("writer")
    .instructions("Answer the customer.")
    .build()?;

    let answer = reader.and_then(writer).map(|letter| format!("{}\n\n{}", letter.subject, letter.body));
    println!("{}", answer.graph());

    let run = answer.run("My K2 kettle boils on and on!".to_owned()).await?;
    println!("{}\n", run.output);
    for stage in &run.stages {
        println!("{}: {} tokens", stage.name.as_deref().unwrap_or("-"), stage.usage.total());
    }
    println!("in all: {} tokens", run.usage.total());
    Ok(())
}
