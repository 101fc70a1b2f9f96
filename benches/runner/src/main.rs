//! Measures the drivers; `benches/README.md` says what and how.

mod callgrind;
mod check;
mod compile;
mod cost;
mod decode;
mod driver;
mod facts;
mod growth;
mod macros;
mod mock;
mod profile;
mod table;
mod waiting;

use std::process::ExitCode;

use driver::Driver;

/// Any failure; it ends the process.
type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

const USAGE: &str = "\
usage: run [COMMAND] [--peers]
  cost       instructions, CPU, requests, memory, crates and size of a run of 10 tool calls (the default)
  growth     instructions a request at 2, 10, 40 and 200 tool calls
  waiting    memory at 1, 100 and 10,000 runs at once
  decode     instructions a byte of decoding, beside serde_json, clean and hostile
  profile    where agentkit spends more instructions than the floor
  compile    CPU time of a clean build
  macros     CPU time of checking a crate of 100 tools and 100 outputs, beside the same by hand
  check      fails if instructions a run have grown by more than 10 % (check --update: takes them as the new figures)
  --peers    measures rig and swiftide too";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut command = None;
    let (mut peers, mut update) = (false, false);
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "--peers" => peers = true,
            "--update" => update = true,
            _ if command.is_none() && !word.starts_with('-') => command = Some(word),
            _ => return Err(USAGE.into()),
        }
    }
    let drivers = Driver::all(peers);
    match command.as_deref().unwrap_or("cost") {
        "cost" => cost::print(&drivers),
        "growth" => growth::print(&drivers),
        "waiting" => waiting::print(&drivers),
        "decode" => decode::print(),
        "profile" => profile::print(),
        "compile" => compile::print(&drivers),
        "macros" => macros::print(),
        "check" => check::run(update),
        _ => Err(USAGE.into()),
    }
}
