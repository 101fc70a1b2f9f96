//! A rule-based model that writes release notes from conventional commits.
//!
//! It stands in for a real model where there is no key: it sees what a model sees (the messages), and does
//! what a model does (it calls tools and ends with a stop tool), so the very same agent runs on both.

use agentkit::message::{Message, Part, ToolResult};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Request, Transcript};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::git::{Commit, CommitDetails, Tag};
use crate::notes::shorten;

/// The most changes under one heading.
const MOST: usize = 12;

/// The model.
pub fn release_model() -> Scripted {
    Scripted::from_fn(|request: &Request| next(&request.messages))
}

/// What the model does next, given the conversation so far.
fn next(messages: &Transcript) -> Reply {
    if let Some(failed) = messages.tool_results().find(|result| result.is_error) {
        return give_up(&failed.content);
    }
    let Some(tags) = result::<Vec<Tag>>(messages, "tags") else {
        return Reply::call("tags", json!({}));
    };
    let logs: Vec<Vec<Commit>> = results(messages, "log");
    let (starts, to) = range(messages, &tags);
    // An empty log after a guessed start means that `to` is that very tag: the release began one earlier.
    let start = |attempt: usize| starts.get(attempt).cloned();
    let (from, commits) = match logs.last() {
        Some(commits) if !commits.is_empty() => (starts.get(logs.len() - 1).cloned().flatten(), commits),
        _ => match start(logs.len()) {
            Some(from) => return Reply::call("log", json!({ "from": from, "to": to })),
            None => return give_up(&nothing_between(starts.last().cloned().flatten().as_deref(), &to)),
        },
    };
    let breaking: Vec<_> = commits.iter().filter(|commit| is_breaking(commit)).collect();
    let shown: Vec<CommitDetails> = results(messages, "show");
    if shown.is_empty() && !breaking.is_empty() {
        let calls = breaking.iter().take(MOST).map(|commit| json!({ "commit": commit.hash }));
        return calls.fold(Reply::of([]), |reply, arguments| reply.and_call("show", arguments));
    }
    let version = tags.iter().find(|tag| tag.name == to).map_or("unreleased", |tag| &tag.name);
    Reply::call("stop", write_notes(version, from.as_deref(), commits, &shown))
}

fn give_up(reason: &str) -> Reply {
    Reply::call("task_failed", json!({ "reason": reason }))
}

/// Where the release may start, the likeliest first, and its newest commit. A start that was asked for is
/// the only one.
fn range(messages: &Transcript, tags: &[Tag]) -> (Vec<Option<String>>, String) {
    let asked = asked(messages);
    let name = |key: &str| asked.get(key).and_then(Value::as_str).map(str::to_owned);
    let to = name("to").unwrap_or_else(|| "HEAD".to_owned());
    if let Some(from) = name("from") {
        return (vec![Some(from)], to);
    }
    let older = tags.iter().skip_while(|tag| tags.iter().any(|tag| tag.name == to) && tag.name != to);
    let older = older.filter(|tag| tag.name != to).take(2).map(|tag| Some(tag.name.clone()));
    (older.chain([None]).collect(), to)
}

fn nothing_between(from: Option<&str>, to: &str) -> String {
    format!("there are no commits between {} and {to}", from.unwrap_or("the first commit"))
}

/// The JSON object in the user's message.
fn asked(messages: &Transcript) -> Value {
    let text = messages.messages().iter().find_map(|message| match &**message {
        Message::User(user) => user.parts.iter().find_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            _ => None,
        }),
        _ => None,
    });
    let json = text.and_then(|text| text.get(text.find('{')?..=text.rfind('}')?));
    json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

fn result<T: DeserializeOwned>(messages: &Transcript, tool: &str) -> Option<T> {
    results(messages, tool).pop()
}

fn results<T: DeserializeOwned>(messages: &Transcript, tool: &str) -> Vec<T> {
    let of_tool = |result: &&ToolResult| result.name == tool;
    messages
        .tool_results()
        .filter(of_tool)
        .filter_map(|result| serde_json::from_str(&result.content).ok())
        .collect()
}

/// A subject by the conventions of `type(scope)!: title`.
struct Subject<'a> {
    kind: &'a str,
    marked: bool,
    title: &'a str,
}

fn subject(line: &str) -> Subject<'_> {
    if let Some((head, title)) = line.split_once(": ") {
        let marked = head.ends_with('!');
        let kind = head.trim_end_matches('!').split('(').next().unwrap_or(head);
        if !kind.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase()) {
            return Subject { kind, marked, title: title.trim() };
        }
    }
    let kind = match line.split_whitespace().next() {
        Some("Fix" | "Fixes" | "Fixed" | "Repair" | "Correct") => "fix",
        _ => "other",
    };
    Subject { kind, marked: false, title: line }
}

fn is_breaking(commit: &Commit) -> bool {
    subject(&commit.subject).marked || breaking_note(&commit.body).is_some()
}

fn breaking_note(message: &str) -> Option<&str> {
    let note = message.split("BREAKING CHANGE:").nth(1)?;
    note.trim().split("\n\n").next()
}

fn write_notes(version: &str, from: Option<&str>, commits: &[Commit], shown: &[CommitDetails]) -> Value {
    let change = |commit: &Commit| {
        let details = shown.iter().find(|details| details.hash == commit.hash);
        let why = details.and_then(|details| breaking_note(&details.message));
        let why = why.unwrap_or_else(|| commit.body.split("\n\n").next().unwrap_or_default());
        let touched = details
            .map_or(String::new(), |details| format!(" Files: {}.", shorten(&details.files.join(", "), 100)));
        json!({
            "title": subject(&commit.subject).title,
            "details": format!("{}{touched}", shorten(why, 200)).trim(),
            "references": [commit.hash],
        })
    };
    let of = |wanted: &dyn Fn(&Commit) -> bool| -> Vec<Value> {
        commits.iter().filter(|commit| wanted(commit)).take(MOST).map(change).collect()
    };
    let kind = |commit: &Commit, kind| !is_breaking(commit) && subject(&commit.subject).kind == kind;
    let mut highlights = of(&|commit| kind(commit, "feat") || kind(commit, "perf"));
    if highlights.is_empty() {
        highlights = of(&|commit| kind(commit, "other"));
    }
    let fixes = of(&|commit| kind(commit, "fix"));
    let breaking = of(&is_breaking);
    let since = from.map_or_else(|| "in all".to_owned(), |from| format!("since {from}"));
    let summary = format!(
        "{} commits {since}, from {} to {}: {} under highlights, {} under fixes, {} breaking.",
        commits.len(),
        commits.last().map_or("", |commit| &commit.date),
        commits.first().map_or("", |commit| &commit.date),
        highlights.len(),
        fixes.len(),
        breaking.len(),
    );
    json!({ "version": version, "summary": summary, "highlights": highlights, "breaking_changes": breaking, "fixes": fixes })
}
