//! What a clean build costs.

use std::fs;
use std::process::Command;

use crate::driver::{Driver, root, succeed};
use crate::table::{self, ratio, row};
use crate::{Result, facts};

pub(crate) fn print(drivers: &[Driver]) -> Result<()> {
    let mut rows = vec![row(["", "crates", "CPU of a clean debug build, s", "x floor"])];
    let mut floor = 0;
    for driver in drivers {
        let ticks = build(driver)?;
        if driver.name == "floor" {
            floor = ticks;
        }
        let seconds = format!("{}.{}", ticks / 100, ticks / 10 % 10);
        let crates = facts::crates(driver)?.to_string();
        rows.push(vec![driver.name.to_owned(), crates, seconds, ratio(ticks, floor)]);
    }
    table::print("Compile cost", &rows);
    Ok(())
}

/// The CPU time, in ticks of 10 ms, that building a driver and all its dependencies takes.
fn build(driver: &Driver) -> Result<u64> {
    let target = std::env::temp_dir().join(format!("clean-build.{}", std::process::id()));
    let workspace = root().join(driver.workspace);
    let package = format!("bench-{}", driver.name);
    // Downloads are no part of it.
    succeed(
        "cargo fetch",
        &Command::new("cargo").current_dir(&workspace).args(["fetch", "--locked"]).output()?,
    )?;
    let before = children_ticks()?;
    let output = Command::new("cargo")
        .current_dir(&workspace)
        .args(["build", "--offline", "--locked", "--package", &package])
        .env("CARGO_TARGET_DIR", &target)
        // A dependency from a registry is never built incrementally.
        .env("CARGO_INCREMENTAL", "0")
        .output()?;
    let ticks = children_ticks()? - before;
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    succeed("cargo build", &output)?;
    Ok(ticks)
}

/// User and system CPU time of all ended descendants, in ticks of 10 ms.
pub(crate) fn children_ticks() -> Result<u64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(") ").ok_or("no command name")?;
    let fields: Vec<_> = fields.split(' ').collect();
    let field = |index: usize| -> Result<u64> { Ok(fields.get(index).ok_or("a short line")?.parse()?) };
    // `cutime` and `cstime`.
    Ok(field(13)? + field(14)?)
}
