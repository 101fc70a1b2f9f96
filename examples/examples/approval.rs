//! A tool that needs approval, decided in another process. `cargo run --example approval -- [approve|refuse]`
//!
//! The first process runs until the call waits and stores the run; the second, started by the first, decides
//! and goes on with it.

use std::error::Error;
use std::process::Command;

use agentkit::agent::{Decision, PendingRun};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind};
use agentkit_examples::bank::{Bank as _, Ledger};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // The model tells what became of the call: the text of the last results.
    let model = Scripted::from_fn(|request| match request.messages.messages() {
        [_] => Reply::call("balance", "{}").and_call("send", r#"{"to": "Ada", "amount": 300}"#),
        said => Reply::text(said.last().map(|last| last.text()).unwrap_or_default()),
    });
    let agent: Agent<String, String> = Agent::builder(model).tools(Ledger.into_tools()).build()?;

    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [decision, file] = args.as_slice() {
        let pending: PendingRun = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        let decide = |id: &str| match decision.as_str() {
            "approve" => (id.to_owned(), Decision::Approve),
            _ => (id.to_owned(), Decision::Refuse("not before Friday".to_owned())),
        };
        let decisions: Vec<_> = pending.calls().iter().map(|waiting| decide(&waiting.call.id)).collect();
        println!("second process: {}", agent.resume(pending, decisions).await?.output);
        return Ok(());
    }
    let error = agent.run("Pay Ada.".to_owned()).await.expect_err("a call needs approval");
    assert_eq!(error.kind(), ErrorKind::Pending);
    let pending = error.into_pending().ok_or("nothing waits")?;
    println!("first process: {pending}");
    let file = std::env::temp_dir().join(format!("agentkit-approval-{}.json", std::process::id()));
    std::fs::write(&file, serde_json::to_string(&pending)?)?;
    let decision = args.first().map_or("approve", String::as_str);
    Command::new(std::env::current_exe()?).arg(decision).arg(&file).status()?;
    Ok(std::fs::remove_file(&file)?)
}
