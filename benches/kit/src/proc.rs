//! What a process has cost, as Linux tells.

use std::fmt;
use std::fs;

/// Processor time and memory of this process.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// User CPU time, in ticks of 10 ms.
    pub user_ticks: u64,
    /// The most memory that was resident at once, in KiB.
    pub peak_kib: u64,
}

impl Cost {
    /// What this process has cost so far.
    ///
    /// # Panics
    /// Where `/proc` does not tell.
    pub fn now() -> Self {
        let stat = fs::read_to_string("/proc/self/stat").expect("/proc/self/stat");
        // The command's name, in parentheses, may hold spaces; `utime` is the 12th field behind it.
        let fields = stat.rsplit_once(") ").expect("a command name").1;
        let user_ticks = fields.split(' ').nth(11).and_then(|field| field.parse().ok()).expect("utime");
        Self { user_ticks, peak_kib: status("self", "VmHWM:").expect("VmHWM") }
    }

    /// The time since `before`; the peak is the process's.
    #[must_use]
    pub fn since(self, before: &Self) -> Self {
        Self { user_ticks: self.user_ticks - before.user_ticks, ..self }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user_ms {} peak_kib {}", self.user_ticks * 10, self.peak_kib)
    }
}

/// The memory that process `pid` has resident now, in KiB.
pub fn rss_kib(pid: u32) -> Option<u64> {
    status(&pid.to_string(), "VmRSS:")
}

fn status(process: &str, key: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The CPU time that a process has taken so far, in ticks of 10 ms.
pub fn cpu_ticks(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(11);
    // `utime` and `stime`.
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}
