//! The shared cases, where they are at hand.

use agentkit_tests::decode_cases::run_file;

#[test]
fn all_shared_cases_pass() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/decode/cases.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: there is no {path}");
        return;
    };
    let outcomes = run_file(&text).unwrap();
    let failed: Vec<_> = outcomes.iter().filter(|outcome| outcome.fault.is_some()).collect();
    assert!(outcomes.len() > 200 && failed.is_empty(), "{failed:#?}");
}
