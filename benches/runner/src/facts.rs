//! What is known of a driver without running it, and what it says of itself.

use std::collections::BTreeSet;
use std::process::Command;

use crate::Result;
use crate::driver::{Driver, root, succeed};

/// The distinct crates in a driver's normal dependencies on this machine's target, itself and the kit not
/// counted.
pub(crate) fn crates(driver: &Driver) -> Result<usize> {
    let output = Command::new("cargo")
        .current_dir(root().join(driver.workspace))
        .args(["tree", "--edges", "normal", "--prefix", "none", "--package"])
        .arg(format!("bench-{}", driver.name))
        .output()?;
    succeed("cargo tree", &output)?;
    let text = String::from_utf8(output.stdout)?;
    let names = text.lines().filter_map(|line| line.trim_end_matches(" (*)").split(" (").next());
    Ok(names.filter(|name| !name.starts_with("bench-")).collect::<BTreeSet<_>>().len())
}

/// The binary's size without symbols, in KiB.
pub(crate) fn size_kib(driver: &Driver) -> Result<u64> {
    let stripped = std::env::temp_dir().join(format!("stripped.{}", std::process::id()));
    succeed("strip", &Command::new("strip").arg("-o").arg(&stripped).arg(driver.binary()?).output()?)?;
    let size = std::fs::metadata(&stripped)?.len() / 1024;
    std::fs::remove_file(stripped)?;
    Ok(size)
}

/// Reads what a driver printed.
pub(crate) fn cost(printed: &[u8]) -> Result<kit::Cost> {
    let text = std::str::from_utf8(printed)?;
    let words: Vec<_> = text.split_whitespace().collect();
    match words.as_slice() {
        ["user_ms", user_ms, "peak_kib", peak_kib] => {
            Ok(kit::Cost { user_ticks: user_ms.parse::<u64>()? / 10, peak_kib: peak_kib.parse()? })
        }
        _ => Err(format!("a driver printed {text:?}").into()),
    }
}
