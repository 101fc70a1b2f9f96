//! What a run costs.

use crate::Result;
use crate::driver::Driver;
use crate::facts;
use crate::mock::Mock;
use crate::table::{self, ratio, row, thousands};

/// Tool calls in a run.
pub(crate) const TURNS: u64 = 10;
/// Runs over which CPU time, known to 10 ms only, is averaged.
const TIMED: u64 = 1000;

pub(crate) fn print(drivers: &[Driver]) -> Result<()> {
    let mock = Mock::start()?;
    for (title, stream) in [("Plain, 10 tool calls", false), ("Streamed, 10 tool calls", true)] {
        let mut rows = vec![row([
            "",
            "instructions a run",
            "x floor",
            "user CPU a run, µs",
            "requests a run",
            "peak, MiB",
        ])];
        let mut floor = 0;
        for driver in drivers {
            let run = driver.count(&mock, TURNS, stream)?;
            let time = driver.time(&mock, TURNS, stream, TIMED)?;
            let total = run.profile.total();
            if driver.name == "floor" {
                floor = total;
            }
            rows.push(vec![
                driver.name.to_owned(),
                thousands(total),
                ratio(total, floor),
                thousands(time.user_ticks * 10_000 / TIMED),
                run.requests.to_string(),
                ratio(time.peak_kib, 1024),
            ]);
        }
        table::print(title, &rows);
    }
    let mut rows = vec![row(["", "crates", "binary, MiB"])];
    for driver in drivers {
        let (crates, size) = (facts::crates(driver)?, facts::size_kib(driver)?);
        rows.push(vec![driver.name.to_owned(), crates.to_string(), ratio(size, 1024)]);
    }
    table::print("Weight", &rows);
    Ok(())
}
