//! How the cost of a request grows with the length of a run.

use crate::Result;
use crate::driver::Driver;
use crate::mock::Mock;
use crate::table::{self, ratio, row, thousands};

/// Tool calls in a run.
const TURNS: [u64; 4] = [2, 10, 40, 200];

pub(crate) fn print(drivers: &[Driver]) -> Result<()> {
    let mock = Mock::start()?;
    for (title, stream) in [("Growth, plain", false), ("Growth, streamed", true)] {
        let mut rows = vec![row([
            "",
            "tool calls",
            "body bytes a request",
            "instructions a request",
            "of them copying",
            "others",
            "others, x 10 calls",
        ])];
        for driver in drivers {
            let mut measured = Vec::new();
            for turns in TURNS {
                let run = driver.count(&mock, turns, stream)?;
                let (total, copying) = (run.profile.total(), run.profile.copying());
                let [total, copying, bytes] = [total, copying, run.bytes].map(|sum| sum / run.requests);
                measured.push((turns, bytes, total, copying));
            }
            let others = |&(_, _, total, copying): &(u64, u64, u64, u64)| total - copying;
            let ten = measured.iter().find(|(turns, ..)| *turns == 10).map_or(1, others);
            rows.extend(measured.iter().map(|one| {
                let &(turns, bytes, total, copying) = one;
                vec![
                    driver.name.to_owned(),
                    turns.to_string(),
                    thousands(bytes),
                    thousands(total),
                    thousands(copying),
                    thousands(others(one)),
                    ratio(others(one), ten),
                ]
            }));
        }
        table::print(title, &rows);
    }
    Ok(())
}
