//! The drivers, and one measured call of one.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::callgrind::{self, Profile};
use crate::mock::Mock;
use crate::{Result, facts};

/// Runs in the shorter and in the longer of two calls, whose difference is free of what starting costs.
const RUNS: (u64, u64) = (5, 25);

/// One way to do the job.
pub(crate) struct Driver {
    /// The binary's name.
    pub(crate) name: &'static str,
    /// The workspace, below `benches`.
    pub(crate) workspace: &'static str,
}

/// What one run costs.
pub(crate) struct PerRun {
    pub(crate) requests: u64,
    /// Bytes of the requests' bodies.
    pub(crate) bytes: u64,
    pub(crate) profile: Profile,
}

impl Driver {
    pub(crate) const FLOOR: Self = Self { name: "floor", workspace: "" };
    pub(crate) const AGENTKIT: Self = Self { name: "agentkit", workspace: "" };

    pub(crate) fn all(peers: bool) -> Vec<Self> {
        let mut all = vec![Self::FLOOR, Self::AGENTKIT];
        if peers {
            all.extend(["swiftide", "rig"].map(|name| Self { name, workspace: "peers" }));
        }
        all
    }

    pub(crate) fn binary(&self) -> Result<PathBuf> {
        binary(self.workspace, self.name)
    }

    /// Counts the instructions of one run of `turns` tool calls.
    pub(crate) fn count(&self, mock: &Mock, turns: u64, stream: bool) -> Result<PerRun> {
        let (less, more) = RUNS;
        let few = self.callgrind(mock, turns, stream, less)?;
        let many = self.callgrind(mock, turns, stream, more)?;
        let runs = more - less;
        let requests = (many.requests - few.requests) / runs;
        if requests != turns + 1 {
            return Err(format!("{}: {requests} requests a run, not {}", self.name, turns + 1).into());
        }
        let profile = many.profile.minus(&few.profile).divided_by(runs);
        Ok(PerRun { requests, bytes: (many.bytes - few.bytes) / runs, profile })
    }

    fn callgrind(&self, mock: &Mock, turns: u64, stream: bool, runs: u64) -> Result<PerRun> {
        let out = std::env::temp_dir().join(format!("callgrind.{}.{}", self.name, std::process::id()));
        mock.count()?;
        let mut command = callgrind::command(&out);
        command.arg(self.binary()?).args(words(mock, &turns.to_string(), stream));
        command.args(["--runs", &runs.to_string()]);
        succeed(self.name, &command.output().map_err(|error| format!("valgrind: {error}"))?)?;
        let (requests, bytes) = mock.count()?;
        let profile = Profile::read(&out)?;
        std::fs::remove_file(&out)?;
        Ok(PerRun { requests, bytes, profile })
    }

    /// Makes `runs` runs at full speed.
    pub(crate) fn time(&self, mock: &Mock, turns: u64, stream: bool, runs: u64) -> Result<kit::Cost> {
        mock.count()?;
        let mut command = Command::new(self.binary()?);
        command.args(words(mock, &turns.to_string(), stream)).args(["--runs", &runs.to_string()]);
        let output = command.output()?;
        succeed(self.name, &output)?;
        let (requests, _) = mock.count()?;
        if requests != runs * (turns + 1) {
            return Err(format!("{}: {requests} requests in {runs} runs", self.name).into());
        }
        facts::cost(&output.stdout)
    }
}

/// The command line behind a driver's name.
fn words(mock: &Mock, script: &str, stream: bool) -> Vec<String> {
    let mut words = vec![mock.url(script)];
    words.extend(stream.then(|| "--stream".to_owned()));
    words
}

/// Says what a driver said when it failed.
pub(crate) fn succeed(name: &str, output: &Output) -> Result<()> {
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} failed ({}):\n{said}", output.status).into())
}

/// The folder `benches`.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A built binary.
pub(crate) fn binary(workspace: &str, name: &str) -> Result<PathBuf> {
    let path = root().join(workspace).join("target/release").join(name);
    if path.is_file() { Ok(path) } else { Err(format!("{} is not built", path.display()).into()) }
}

/// The same command with as many open files as the system allows.
pub(crate) fn with_all_files(command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n \"$(ulimit -H -n)\"; exec \"$0\" \"$@\""]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}
