//! A run as a stream of events, with the answer as it grows. `cargo run --example streaming`

use std::time::Duration;

use agentkit::agent::{EventKind, RunEvent};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, Result, agent_output};
use agentkit_examples::pantry::{Pantry as _, Shelf};
use futures_util::StreamExt;
use indicatif::ProgressBar;
use tokio::time::sleep;

/// A recipe.
#[agent_output(partial)]
#[derive(Debug)]
struct Recipe {
    /// The dish.
    title: String,
    /// What to do, step by step.
    steps: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let model = Scripted::new([
        Reply::call("stock", "{}"),
        Reply::call(
            "stop",
            r#"{"title": "Omelette", "steps": ["Whisk the eggs.", "Melt the butter.", "Fry; add chives."]}"#,
        ),
    ]);
    let cook: Agent<String, Recipe> = Agent::builder(model).tools(Shelf.into_tools()).build()?;

    let bar = ProgressBar::new_spinner();
    let mut begun = 0;
    let mut stream = cook.stream("Something quick.".to_owned());
    while let Some(event) = stream.next().await {
        match event? {
            RunEvent::Progress(event) => match event.kind {
                EventKind::ToolResult(result) => {
                    bar.suspend(|| println!("{}: {}", result.name, result.content));
                }
                // Every field is optional, and filled as far as it has come.
                EventKind::Partial(partial) => {
                    let recipe: RecipePartial = partial.view().unwrap_or_default();
                    let steps = recipe.steps.unwrap_or_default();
                    if steps.len() > begun {
                        begun = steps.len();
                        bar.suspend(|| println!("step {begun} begins: {:?}", steps.last()));
                    }
                }
                _ => bar.tick(),
            },
            RunEvent::Finished(run) => bar.suspend(|| println!("{:#?}", run.output)),
        }
        // The scripted model is quicker than the eye.
        sleep(Duration::from_millis(10)).await;
    }
    Ok(bar.finish_and_clear())
}
