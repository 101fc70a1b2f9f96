//! Runs decoding cases: `cargo run -p agentkit-tests --bin decode-cases -- FILE…`
//!
//! A file has one case a line: `{id, mode, reply, schema, expect, repairs}`, where `mode` is `final`,
//! `tool_args` or `partial` and `expect` is `{"value": …}` or `{"error": true}`. Prints each case that fails,
//! then the counts; the exit code is 1 if any failed.

use std::process::ExitCode;

use agentkit_tests::decode_cases::run_file;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: decode-cases FILE...");
        return ExitCode::from(2);
    }
    let mut failed = 0;
    let mut passed = 0;
    for file in &files {
        let outcomes = match std::fs::read_to_string(file)
            .map_err(|error| error.to_string())
            .and_then(|text| run_file(&text))
        {
            Ok(outcomes) => outcomes,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        for outcome in outcomes {
            match outcome.fault {
                None => passed += 1,
                Some(fault) => {
                    failed += 1;
                    println!("{}: {fault}", outcome.id);
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
