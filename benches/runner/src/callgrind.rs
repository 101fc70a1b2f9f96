//! Instructions by function, from callgrind.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::Result;

/// Instructions by function.
pub(crate) struct Profile(BTreeMap<String, u64>);

/// Callgrind, ready for a program; names are written out in full.
pub(crate) fn command(out: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--compress-strings=no", "--compress-pos=no"]);
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command
}

impl Profile {
    /// Reads a callgrind file: `fn=` lines, each followed by `line cost` lines; the one behind a `calls=` line
    /// is what the callee cost.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let mut costs = BTreeMap::new();
        let mut function = String::new();
        let mut callee = false;
        for line in String::from_utf8_lossy(&std::fs::read(path)?).lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                function = plain(name);
            } else if line.starts_with("calls=") {
                callee = true;
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                let cost = line.split(' ').nth(1).and_then(|cost| cost.parse::<u64>().ok());
                if !std::mem::take(&mut callee) {
                    *costs.entry(function.clone()).or_default() += cost.ok_or("a line without cost")?;
                }
            }
        }
        if costs.is_empty() { Err("an empty profile".into()) } else { Ok(Self(costs)) }
    }

    pub(crate) fn minus(mut self, other: &Self) -> Self {
        for (function, cost) in &mut self.0 {
            *cost = cost.saturating_sub(other.of(function));
        }
        self
    }

    pub(crate) fn divided_by(mut self, by: u64) -> Self {
        for cost in self.0.values_mut() {
            *cost /= by;
        }
        self
    }

    /// All instructions.
    pub(crate) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The instructions that copy bytes.
    pub(crate) fn copying(&self) -> u64 {
        let copies = |name: &str| name.contains("memcpy") || name.contains("memmove");
        self.0.iter().filter(|(name, _)| copies(name)).map(|(_, cost)| cost).sum()
    }

    /// The instructions of one function itself.
    pub(crate) fn of(&self, function: &str) -> u64 {
        self.0.get(function).copied().unwrap_or(0)
    }

    pub(crate) fn functions(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, cost)| (name.as_str(), *cost))
    }
}

/// A function's name without the mark of recursion (`'2`) and the compiler's hash.
fn plain(name: &str) -> String {
    let name = match name.rsplit_once('\'') {
        Some((name, level)) if level.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    };
    match name.rsplit_once("::h") {
        Some((name, hash)) if hash.len() == 16 => name.to_owned(),
        _ => name.to_owned(),
    }
}
