//! Release notes from a git repository: `cargo run --example quickstart -- [PATH] [FROM..TO] [--out FILE]`.
//!
//! With `OPENAI_API_KEY` (and `OPENAI_BASE_URL`, `AGENTKIT_MODEL`) it asks that model; without, it runs
//! offline on a rule-based one. Both go through the very same agent.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use agentkit::provider::OpenAiChat;
use agentkit::{Agent, Provider};
use agentkit_examples::cli::Options;
use agentkit_examples::git::{History as _, Repository};
use agentkit_examples::notes::{NoNotes, Release, ReleaseNotes};
use agentkit_examples::release_model::release_model;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quickstart: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(env::args().skip(1))?;
    let repository = Repository::open(&options.repository).await?.announcing(|call| println!("  {call}"));
    let agent = if env::var_os("OPENAI_API_KEY").is_some() {
        let model = env::var("AGENTKIT_MODEL").unwrap_or_else(|_| "gpt-5.2".to_owned());
        println!("Asking {model}.");
        release_agent(OpenAiChat::new(model).from_env(), repository)?
    } else {
        println!(
            "No OPENAI_API_KEY: running offline, on a rule-based model that reads conventional commits."
        );
        release_agent(release_model(), repository)?
    };
    let run = agent.run(options.release).await?;
    let notes = run.output.map_err(|none| format!("there are no notes: {none}"))?;
    println!("\n{notes}\n{} turns, {} tokens", run.turns, run.usage.total());
    if let Some(out) = options.out {
        std::fs::write(&out, notes.to_string())?;
        println!("written to {}", out.display());
    }
    Ok(())
}

fn release_agent(
    model: impl Provider,
    repository: Repository,
) -> agentkit::Result<Agent<Release, Result<ReleaseNotes, NoNotes>>> {
    Agent::builder(model)
        .instructions("Write release notes for users. Find the tags, read the log, look at what matters.")
        .tools(repository.into_tools())
        .build()
}
