//! A chain that shares one budget, by cost. `cargo run --example budget`

use agentkit::agent::{Budget, Limits, Price, Prices};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Result};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    // An unpriced model under a limit of cost is an error, and never counts as free.
    let prices = Prices::new().model("scripted", Price::new(2.0, 8.0));

    for limit in [0.05, 0.01] {
        let chain = stage("outline", 1_000, 500)?
            .and_then(stage("draft", 2_000, 1_500)?)
            .and_then(stage("polish", 4_000, 1_500)?);
        let budget = Budget::new(Limits::new().cost(limit, prices.clone()));
        match chain.prepare("On owls.".to_owned()).budget(budget.clone()).run().await {
            Ok(run) => println!("{limit} $: done, `{}`", run.output),
            Err(error) => {
                let ErrorKind::Incomplete(reason) = error.kind() else { return Err(error) };
                println!("{limit} $: {reason}; what was done is kept:");
                for stage in &error.report().stages {
                    let name = stage.name.as_deref().unwrap_or("-");
                    println!("  {name}: {} tokens, {} messages", stage.usage.total(), stage.transcript.len());
                }
            }
        }
        println!("  spent {:.4} $ in {} model calls", budget.spent().cost, budget.spent().turns);
    }
    Ok(())
}

/// One stage; its model says what it was told to and how many tokens that took.
fn stage(name: &'static str, input: u64, output: u64) -> Result<Agent<String, String>> {
    let model = Scripted::from_fn(move |_| Reply::text(format!("the {name}")).usage(input, output));
    Agent::builder(model).name(name).instructions("Write about what you are given.").build()
}
