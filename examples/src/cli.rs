//! The quickstart's command line.

use std::path::PathBuf;

use crate::notes::Release;

/// What the quickstart was asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// A path in the repository.
    pub repository: PathBuf,
    /// The range to write notes for.
    pub release: Release,
    /// Where to write the notes, beside printing them.
    pub out: Option<PathBuf>,
}

const USAGE: &str = "usage: quickstart [PATH] [FROM..TO] [--out FILE]";

impl Options {
    /// Reads `[PATH] [FROM..TO] [--out FILE]`.
    ///
    /// # Errors
    /// If there is anything else.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut positions = Vec::new();
        let mut out = None;
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--out" => out = Some(arguments.next().ok_or("`--out` needs a file")?.into()),
                option if option.starts_with('-') => {
                    return Err(format!("there is no option `{option}`; {USAGE}"));
                }
                _ => positions.push(argument),
            }
        }
        let (repository, range) = match positions.as_slice() {
            [] => (".", "HEAD"),
            [range] if range.contains("..") && !std::path::Path::new(range).exists() => (".", range.as_str()),
            [repository] => (repository.as_str(), "HEAD"),
            [repository, range] => (repository.as_str(), range.as_str()),
            _ => return Err(format!("too many arguments; {USAGE}")),
        };
        Ok(Self { repository: repository.into(), release: Release::parse(range), out })
    }
}
