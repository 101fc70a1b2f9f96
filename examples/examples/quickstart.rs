//! Release notes from a git repository: `cargo run --example quickstart -- [PATH] [FROM..TO] [--out FILE]`.
//!
//! With `OPENAI_API_KEY` (and `OPENAI_BASE_URL`, `AGENTKIT_MODEL`) it asks that model; without, it runs
//! offline on a rule-based one.

use std::error::Error;

use agentkit::Agent;
use agentkit_examples::git::{History as _, Repository};
use agentkit_examples::notes::{NoNotes, Release, ReleaseNotes};
use agentkit_examples::release_model::release_model;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    println!("{:?}", std::env::args());
    let repository = Repository::open(".").await?;
    let agent: Agent<Release, Result<ReleaseNotes, NoNotes>> = Agent::builder(release_model())
        .instructions("Write release notes.")
        .tools(repository.into_tools())
        .build()?;
    let run = agent.run(Release::parse("HEAD")).await?;
    match run.output {
        Ok(notes) => println!("{notes}"),
        Err(none) => println!("no notes: {none}"),
    }
    Ok(())
}
