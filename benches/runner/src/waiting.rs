//! Many runs at once, all waiting for their answer.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::Result;
use crate::driver::{Driver, succeed, with_all_files};
use crate::mock::Mock;
use crate::table::{self, row, thousands};

/// Runs at once.
const AT_ONCE: [usize; 4] = [1, 100, 1_000, 10_000];
/// The tool calls that each has made when it waits.
const TURNS: usize = 2;
/// How long all runs may take to get there.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) fn print(drivers: &[Driver]) -> Result<()> {
    let mock = Mock::start()?;
    let mut rows = vec![row([
        "",
        "runs at once",
        "completed",
        "requests",
        "resident while all wait, KiB",
        "KiB a run",
        "CPU a run, µs",
    ])];
    for driver in drivers {
        let mut alone = 0;
        for at_once in AT_ONCE {
            let (resident, cpu) = measure(&mock, driver, at_once)?;
            if at_once == 1 {
                alone = resident;
            }
            let others = u64::try_from(at_once - 1)?;
            let a_run = ((resident.saturating_sub(alone)) * 10).checked_div(others);
            rows.push(vec![
                driver.name.to_owned(),
                thousands(u64::try_from(at_once)?),
                "all".to_owned(),
                thousands(u64::try_from(at_once * (TURNS + 1))?),
                thousands(resident),
                a_run.map_or_else(String::new, |tenths| format!("{}.{}", tenths / 10, tenths % 10)),
                // Of a few runs it is below the clock's resolution.
                if at_once < 1_000 {
                    String::new()
                } else {
                    thousands(cpu * 10_000 / u64::try_from(at_once)?)
                },
            ]);
        }
    }
    table::print("Waiting runs", &rows);
    Ok(())
}

/// The memory of a driver, in KiB, while all its runs wait for their answer, and the CPU time in ticks of
/// 10 ms that it took to get there.
fn measure(mock: &Mock, driver: &Driver, at_once: usize) -> Result<(u64, u64)> {
    mock.count()?;
    let mut command = Command::new(driver.binary()?);
    command.arg(mock.url(&format!("{TURNS}-hold"))).args(["--at-once", &at_once.to_string()]);
    let mut command = with_all_files(&command);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let resident = wait_for_all(mock, &mut process, at_once);
    if resident.is_err() {
        // It may have ended by itself, which is why.
        let _ = process.kill();
    } else {
        mock.release()?;
    }
    let output = process.wait_with_output()?;
    let resident = resident
        .map_err(|error| format!("{}: {error}\n{}", driver.name, String::from_utf8_lossy(&output.stderr)))?;
    succeed(driver.name, &output)?;
    let (requests, _) = mock.count()?;
    if requests == u64::try_from(at_once * (TURNS + 1))? {
        Ok(resident)
    } else {
        Err(format!("{}: {requests} requests from {at_once} runs", driver.name).into())
    }
}

fn wait_for_all(mock: &Mock, process: &mut Child, at_once: usize) -> Result<(u64, u64)> {
    let start = Instant::now();
    while mock.held()? < at_once {
        if let Some(status) = process.try_wait()? {
            return Err(format!("ended early ({status})").into());
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("only {} of {at_once} runs wait", mock.held()?).into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let resident = kit::rss_kib(process.id()).ok_or("no memory figure")?;
    Ok((resident, kit::cpu_ticks(process.id()).ok_or("no CPU figure")?))
}
