//! Where agentkit spends more instructions than the floor.

use std::collections::BTreeSet;

use crate::Result;
use crate::cost::TURNS;
use crate::driver::Driver;
use crate::mock::Mock;
use crate::table::{self, row, thousands};

/// How many functions are shown.
const SHOWN: usize = 40;

pub(crate) fn print() -> Result<()> {
    let mock = Mock::start()?;
    for (title, stream) in [("Profile, plain", false), ("Profile, streamed", true)] {
        let floor = Driver::FLOOR.count(&mock, TURNS, stream)?.profile;
        let agentkit = Driver::AGENTKIT.count(&mock, TURNS, stream)?.profile;
        let names: BTreeSet<_> =
            floor.functions().chain(agentkit.functions()).map(|(name, _)| name).collect();
        let mut costs: Vec<_> = names.iter().map(|name| (agentkit.of(name), floor.of(name), *name)).collect();
        costs.sort_by_key(|(agentkit, floor, _)| std::cmp::Reverse(agentkit.saturating_sub(*floor)));
        let mut rows = vec![row(["function", "agentkit", "floor", "more"])];
        rows.push(vec![
            "all".to_owned(),
            thousands(agentkit.total()),
            thousands(floor.total()),
            thousands(agentkit.total().saturating_sub(floor.total())),
        ]);
        rows.extend(costs.iter().take(SHOWN).map(|(agentkit, floor, name)| {
            let more = agentkit.saturating_sub(*floor);
            let name = name.chars().take(110).collect();
            vec![name, thousands(*agentkit), thousands(*floor), thousands(more)]
        }));
        table::print(title, &rows);
    }
    Ok(())
}
