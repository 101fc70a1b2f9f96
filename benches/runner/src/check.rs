//! The check that runs have not become dearer.

use std::fmt::Write as _;
use std::fs;

use crate::Result;
use crate::cost::TURNS;
use crate::decode;
use crate::driver::{Driver, root};
use crate::mock::Mock;
use crate::table::{ratio, thousands};

/// The committed figures: a mode and the instructions a run, a line.
const FIGURES: &str = "figures.txt";
/// How far instructions a run may grow over the committed figure, in percent.
const TOLERANCE: u64 = 10;
/// Each mode, and the most that it may cost, in percent of the floor.
const MODES: [(&str, bool, u64); 2] = [("plain", false, 130), ("streamed", true, 150)];

pub(crate) fn run(update: bool) -> Result<()> {
    let mock = Mock::start()?;
    let path = root().join(FIGURES);
    let mut text = format!(
        "# Instructions of one run of {TURNS} tool calls. `benches/check` fails above these by more than {TOLERANCE} %;\n\
         # `benches/check --update` writes them.\n"
    );
    let committed = if update { String::new() } else { fs::read_to_string(&path)? };
    let mut mistakes = Vec::new();
    for (mode, stream, limit) in MODES {
        let floor = Driver::FLOOR.count(&mock, TURNS, stream)?.profile.total();
        let now = Driver::AGENTKIT.count(&mock, TURNS, stream)?.profile.total();
        println!("{mode}: {} instructions a run, {} x the floor", thousands(now), ratio(now, floor));
        writeln!(text, "{mode} {now}")?;
        if now * 100 > floor * limit {
            mistakes.push(format!("{mode}: more than {} x the floor", ratio(limit, 100)));
        }
        if update {
            continue;
        }
        let line = committed.lines().find_map(|line| line.strip_prefix(mode)?.strip_prefix(' '));
        let was: u64 = line.ok_or_else(|| format!("no figure for {mode} in {FIGURES}"))?.trim().parse()?;
        println!("{mode}: {} x the committed {}", ratio(now, was), thousands(was));
        if now * 100 > was * (100 + TOLERANCE) {
            mistakes.push(format!("{mode}: grown by more than {TOLERANCE} %, from {was} to {now}"));
        }
    }
    if update {
        fs::write(path, text)?;
    }
    mistakes.extend(decode::check()?);
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes.join("\n").into()) }
}
