//! A git repository as tools, through the `git` command.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use agentkit::tools;
use serde::{Deserialize, Serialize};
use tokio::process::Command;

/// The most commits that one call of `log` returns.
const MAX_COMMITS: u32 = 500;

/// Reads the history of a git repository.
#[tools]
pub trait History {
    /// The tags, newest first.
    async fn tags(&self) -> Result<Vec<Tag>, GitError>;

    /// The commits between two refs, newest first, with the body of each message.
    async fn log(
        &self,
        /// Leave out what this ref already has. Without it the log goes back to the first commit.
        from: Option<String>,
        /// The newest commit: a tag, a branch or a hash.
        to: String,
        /// The most commits to return; 200 if left out.
        limit: Option<u32>,
    ) -> Result<Vec<Commit>, GitError>;

    /// One commit: who wrote it, its whole message and the files it changed.
    async fn show(
        &self,
        /// A hash, as `log` gives it.
        commit: String,
    ) -> Result<CommitDetails, GitError>;

    /// The files that differ between two refs, with the lines added and removed.
    async fn changed_files(
        &self,
        /// The older ref.
        from: String,
        /// The newer ref.
        to: String,
    ) -> Result<Vec<FileChange>, GitError>;
}

/// A tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Its name, such as `v1.2.0`.
    pub name: String,
    /// The short hash of its commit.
    pub commit: String,
    /// Its day, as `2026-11-30`.
    pub date: String,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The short hash.
    pub hash: String,
    /// The day, as `2026-11-30`.
    pub date: String,
    /// The first line of the message.
    pub subject: String,
    /// The rest of the message.
    pub body: String,
}

/// One commit in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitDetails {
    /// The short hash.
    pub hash: String,
    /// Who wrote it.
    pub author: String,
    /// The whole message.
    pub message: String,
    /// The files it changed.
    pub files: Vec<String>,
}

/// What changed in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// Its path in the repository.
    pub path: String,
    /// Lines added; absent for a binary file.
    pub added: Option<u32>,
    /// Lines removed; absent for a binary file.
    pub removed: Option<u32>,
}

/// Why git gave no answer.
#[derive(Debug)]
pub struct GitError(String);

impl fmt::Display for GitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GitError {}

/// A repository on disk.
pub struct Repository {
    path: PathBuf,
    announce: fn(&str),
}

impl Repository {
    /// Opens the repository that holds `path`.
    ///
    /// # Errors
    /// If there is none, or git is not installed.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, GitError> {
        let repository = Self { path: path.as_ref().to_owned(), announce: |_| () };
        match repository.git(&["rev-parse", "--git-dir"]).await {
            Ok(_) => Ok(repository),
            Err(error) => {
                Err(GitError(format!("`{}` is no git repository: {error}", repository.path.display())))
            }
        }
    }

    /// Calls `announce` with each tool call, as it happens.
    #[must_use]
    pub fn announcing(mut self, announce: fn(&str)) -> Self {
        self.announce = announce;
        self
    }

    /// What `git` prints for `args`.
    async fn git(&self, args: &[&str]) -> Result<String, GitError> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.path).args(args).stdin(Stdio::null()).kill_on_drop(true);
        let output =
            command.output().await.map_err(|error| GitError(format!("git does not start: {error}")))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(GitError(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
        }
    }

    /// The hash of the commit that `name` names; what looks like an option is no name.
    async fn commit(&self, name: &str) -> Result<String, GitError> {
        let wanted = format!("{name}^{{commit}}");
        let found = self.git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]).await;
        found
            .map(|hash| hash.trim().to_owned())
            .map_err(|_| GitError(format!("there is no commit, tag or branch `{name}`")))
    }

    async fn range(&self, from: Option<&str>, to: &str) -> Result<String, GitError> {
        let to = self.commit(to).await?;
        match from {
            Some(from) => Ok(format!("{}..{to}", self.commit(from).await?)),
            None => Ok(to),
        }
    }
}

impl fmt::Debug for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repository").field("path", &self.path).finish_non_exhaustive()
    }
}

impl History for Repository {
    async fn tags(&self) -> Result<Vec<Tag>, GitError> {
        (self.announce)("tags()");
        let format = "--format=%(refname:short)%09%(objectname:short)%09%(creatordate:short)";
        let lines =
            self.git(&["for-each-ref", "--sort=-creatordate", "--count=50", format, "refs/tags"]).await?;
        Ok(lines
            .lines()
            .filter_map(|line| fields(line, '\t'))
            .map(|[name, commit, date]| Tag { name, commit, date })
            .collect())
    }

    async fn log(
        &self,
        from: Option<String>,
        to: String,
        limit: Option<u32>,
    ) -> Result<Vec<Commit>, GitError> {
        (self.announce)(&format!("log({}..{to})", from.as_deref().unwrap_or_default()));
        let range = self.range(from.as_deref(), &to).await?;
        let limit = format!("--max-count={}", limit.unwrap_or(200).min(MAX_COMMITS));
        let format = "--format=%h%x1f%cs%x1f%s%x1f%b%x1e";
        let log = self.git(&["log", "--no-color", "--no-merges", &limit, format, &range, "--"]).await?;
        let records = log.split('\x1e').filter_map(|record| fields(record.trim(), '\x1f'));
        Ok(records.map(|[hash, date, subject, body]| Commit { hash, date, subject, body }).collect())
    }

    async fn show(&self, commit: String) -> Result<CommitDetails, GitError> {
        (self.announce)(&format!("show({commit})"));
        let commit = self.commit(&commit).await?;
        let format = "--format=%h%x1f%an%x1f%B%x1f";
        let shown = self.git(&["show", "--no-color", "--name-only", format, &commit, "--"]).await?;
        let [hash, author, message, files] =
            fields(&shown, '\x1f').ok_or_else(|| GitError(format!("git shows nothing of `{commit}`")))?;
        let files = files.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
        Ok(CommitDetails { hash, author, message, files })
    }

    async fn changed_files(&self, from: String, to: String) -> Result<Vec<FileChange>, GitError> {
        (self.announce)(&format!("changed_files({from}..{to})"));
        let range = self.range(Some(&from), &to).await?;
        let lines = self.git(&["diff", "--numstat", &range, "--"]).await?;
        let rows = lines.lines().filter_map(|line| fields(line, '\t'));
        Ok(rows
            .map(|[added, removed, path]| FileChange {
                path,
                added: added.parse().ok(),
                removed: removed.parse().ok(),
            })
            .collect())
    }
}

/// The `N` fields of `line`, trimmed; `None` if it has fewer.
fn fields<const N: usize>(line: &str, separator: char) -> Option<[String; N]> {
    let fields: Vec<_> = line.splitn(N, separator).map(|field| field.trim().to_owned()).collect();
    fields.try_into().ok()
}
