//! Release notes as an agent's answer.

use std::fmt::{self, Write as _};

use agentkit::agent_output;
use serde::Serialize;

/// Which release the notes are for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Release {
    /// What users already have; the last tag if left out.
    pub from: Option<String>,
    /// The release's newest commit.
    pub to: String,
}

impl Release {
    /// Reads `FROM..TO`, `FROM..` or `TO`.
    pub fn parse(range: &str) -> Self {
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let head = || "HEAD".to_owned();
        match range.split_once("..") {
            Some((from, to)) => Self { from: named(from), to: named(to).unwrap_or_else(head) },
            None => Self { from: None, to: named(range).unwrap_or_else(head) },
        }
    }
}

/// Release notes for the people who use the project.
#[agent_output]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseNotes {
    /// The version released: the tag's name, or `unreleased`.
    pub version: String,
    /// Two or three sentences on what this release is about.
    pub summary: String,
    /// What is new and worth knowing, the most important first.
    pub highlights: Vec<Change>,
    /// What breaks for users, and what they have to do.
    pub breaking_changes: Vec<Change>,
    /// What was wrong and is right now.
    pub fixes: Vec<Change>,
}

/// A change that users notice.
#[agent_output]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// A few words.
    pub title: String,
    /// What it means to a user.
    pub details: String,
    /// The short hashes of the commits behind it.
    pub references: Vec<String>,
}

/// Why there are no notes.
#[agent_output]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoNotes {
    /// What is missing or wrong.
    pub reason: String,
}

impl fmt::Display for ReleaseNotes {
    /// Writes the notes as Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}\n\n{}", self.version, self.summary)?;
        let sections = [
            ("Breaking changes", &self.breaking_changes),
            ("Highlights", &self.highlights),
            ("Fixes", &self.fixes),
        ];
        for (title, changes) in sections {
            if changes.is_empty() {
                continue;
            }
            writeln!(f, "\n## {title}\n")?;
            for change in changes {
                writeln!(f, "- {change}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "**{}**", self.title)?;
        if !self.details.is_empty() {
            write!(f, ": {}", self.details)?;
        }
        if self.references.is_empty() { Ok(()) } else { write!(f, " ({})", self.references.join(", ")) }
    }
}

impl fmt::Display for NoNotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// `text` on one line, cut at a word after about `most` characters.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + word.chars().count() > most {
            short.push_str(" …");
            break;
        }
        let gap = if short.is_empty() { "" } else { " " };
        let _ = write!(short, "{gap}{word}");
    }
    short
}
