//! Each example, run as a user runs it: offline, to its end.

use std::path::Path;
use std::process::Command;

/// Runs the example beside this test's own program, and gives what it printed.
fn run(name: &str, arguments: &[&str]) -> String {
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples").join(name);
    let output = Command::new(program).args(arguments).output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{name}: {shown}{}", String::from_utf8_lossy(&output.stderr));
    shown
}

#[test]
fn the_pipeline_draws_itself_and_sums_its_stages() {
    let shown = run("pipeline", &[]);
    assert!(shown.starts_with("flowchart TD\n    n0[\"reader\"]\n    n1[\"writer\"]\n"), "{shown}");
    assert!(shown.ends_with("reader: 120 tokens\nwriter: 160 tokens\nin all: 280 tokens\n"), "{shown}");
}

#[test]
fn the_router_sends_each_intent_to_its_agent() {
    let shown = run("router", &[]);
    let answers: Vec<_> = shown.lines().filter(|line| line.starts_with("  -> ")).collect();
    assert_eq!(
        answers,
        [
            "  -> Order 1204 is refunded. (2 turns)",
            "  -> We are sorry: My parcel never came. (2 turns)",
            "  -> Thank you for your message. (2 turns)",
        ]
    );
}

#[test]
fn the_budget_ends_the_chain_before_the_call_that_it_cannot_pay() {
    let shown = run("budget", &[]);
    assert!(shown.contains("0.05 $: done, `the polish`\n  spent 0.0420 $ in 3 model calls\n"), "{shown}");
    assert!(shown.contains("0.01 $: the limit of cost was reached"), "{shown}");
    assert!(shown.ends_with("  spent 0.0220 $ in 2 model calls\n"), "{shown}");
}

#[test]
fn an_approval_is_decided_in_another_process() {
    let approved = run("approval", &[]);
    assert!(approved.starts_with("first process: waits for a decision on `send`\n"), "{approved}");
    assert!(approved.ends_with("second process: 900\n300 € sent to Ada\n"), "{approved}");
    let refused = run("approval", &["refuse"]);
    assert!(refused.contains("not before Friday"), "{refused}");
    assert!(!refused.contains("sent to Ada"), "{refused}");
}

#[test]
fn the_stream_shows_results_and_the_answer() {
    let shown = run("streaming", &[]);
    assert!(shown.starts_with("stock: [\"eggs\",\"butter\",\"chives\"]\n"), "{shown}");
    assert!(shown.contains("\nstep 1 begins: ") && shown.contains("\nstep 3 begins: "), "{shown}");
    assert!(shown.contains("title: \"Omelette\""), "{shown}");
}
