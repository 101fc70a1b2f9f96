//! Replays recorded exchanges through the providers: `replay FILE…`.

use std::path::Path;
use std::process::ExitCode;

use agentkit_tests::replay::{Cassette, replay};

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: replay FILE…");
        return ExitCode::FAILURE;
    }
    let mut failed = 0;
    for file in &files {
        let (name, wrong) = match Cassette::read(Path::new(file)) {
            Ok(cassette) => {
                let report = replay(&cassette);
                for passed_over in report.passed_over {
                    println!("{}: passed over: {passed_over}", cassette.name);
                }
                (cassette.name, report.wrong)
            }
            Err(why) => (Path::new(file).display().to_string(), vec![why]),
        };
        if !wrong.is_empty() {
            failed += 1;
            println!("{name}");
            for why in wrong {
                println!("    {why}");
            }
        }
    }
    println!("{} passed, {failed} failed", files.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
