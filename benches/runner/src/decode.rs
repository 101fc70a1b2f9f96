//! What decoding costs, in instructions a byte.

use std::path::PathBuf;

use bench_micro::{hostile, messy, names};

use crate::Result;
use crate::callgrind::{self, Profile};
use crate::driver::{root, succeed};
use crate::table::{self, ratio, row, thousands};

/// Clean replies, and the sizes at which they are compared.
const CLEAN: [usize; 2] = [1 << 10, 100 << 10];
/// The size of hostile replies, and the one at which they are checked.
const HOSTILE: usize = 1 << 20;
const CHECKED: usize = 1 << 17;
/// What a hostile reply may take a byte, in percent of a clean one: what is above grows faster than the reply.
const LIMIT: u64 = 400;
/// What a clean reply may take, in percent of `serde_json`.
const LIMIT_OF_CLEAN: u64 = 110;

pub(crate) fn print() -> Result<()> {
    let mut rows = vec![row(["", "bytes", "instructions a byte", "x serde_json::Value", "x clean"])];
    let mut clean = 0;
    for bytes in CLEAN {
        let theirs = hundredths_a_byte("serde_json", bytes)?;
        clean = hundredths_a_byte("clean", bytes)?;
        rows.push(line("serde_json::Value", bytes, theirs, None, None));
        rows.push(line("clean", bytes, clean, Some(theirs), None));
    }
    for kind in names(messy) {
        let bytes = CLEAN[1];
        rows.push(line(kind, bytes, hundredths_a_byte(kind, bytes)?, None, Some(clean)));
    }
    for kind in names(hostile) {
        rows.push(line(kind, HOSTILE, hundredths_a_byte(kind, HOSTILE)?, None, Some(clean)));
    }
    table::print("Decoding, by schema", &rows);
    Ok(())
}

/// What is dearer than it may be.
pub(crate) fn check() -> Result<Vec<String>> {
    let clean = hundredths_a_byte("clean", CHECKED)?;
    let theirs = hundredths_a_byte("serde_json", CHECKED)?;
    let mut mistakes = Vec::new();
    if clean * 100 > theirs * LIMIT_OF_CLEAN {
        mistakes.push(format!("decoding clean: {} x serde_json", ratio(clean, theirs)));
    }
    let mut worst = ("clean", clean);
    for kind in names(hostile) {
        let cost = hundredths_a_byte(kind, CHECKED)?;
        if cost * 100 > clean * LIMIT {
            mistakes.push(format!("decoding {kind}: {} x a clean reply", ratio(cost, clean)));
        }
        worst = if cost > worst.1 { (kind, cost) } else { worst };
    }
    println!("decoding: at most {} x a clean reply ({})", ratio(worst.1, clean), worst.0);
    Ok(mistakes)
}

fn line(kind: &str, bytes: usize, cost: u64, theirs: Option<u64>, clean: Option<u64>) -> Vec<String> {
    let of = |other: Option<u64>| other.map_or_else(String::new, |other| ratio(cost, other));
    let cost_text = format!("{}.{:02}", cost / 100, cost % 100);
    vec![kind.to_owned(), thousands(bytes as u64), cost_text, of(theirs), of(clean)]
}

/// The instructions of decoding a reply once, a byte of it, in hundredths.
fn hundredths_a_byte(kind: &str, bytes: usize) -> Result<u64> {
    let few = count(kind, bytes, 1)?;
    let more = count(kind, bytes, 3)?;
    Ok((more.0.saturating_sub(few.0)) / 2 * 100 / more.1.max(1))
}

/// All instructions of a process that decodes so often, and the reply's length.
fn count(kind: &str, bytes: usize, times: usize) -> Result<(u64, u64)> {
    let out: PathBuf = std::env::temp_dir().join(format!("micro.{}.callgrind", std::process::id()));
    let mut command = callgrind::command(&out);
    command.arg(root().join("target/release/bench-micro"));
    command.args([kind.to_owned(), bytes.to_string(), times.to_string()]);
    let output = command.output()?;
    let profile = Profile::read(&out);
    let _ = std::fs::remove_file(&out);
    let length = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(0);
    succeed("bench-micro", &output)?;
    Ok((profile?.total(), length))
}
