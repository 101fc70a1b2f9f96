//! The effects of a run, recorded and replayed.

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::message::ToolCall;
use crate::model::Response;
use crate::{BoxFuture, Error, ErrorKind, Result};

/// Why a journal could not be read or written.
pub type JournalError = Box<dyn StdError + Send + Sync>;

/// Where the effects of a run are recorded, so that it can be taken up after a crash or replayed.
///
/// A run is deterministic between its effects: model calls, tool calls, the clock and random ids. Each has
/// a key that is the same in every run of the same agent on the same input. What the journal has under a
/// key is used, and the effect does not take place again; what it does not have takes place and is recorded.
/// Failures of a provider are not recorded: a run taken up again tries again.
///
/// The journal of one run must not be used for another. A failure to read or write it ends the run as
/// [`ErrorKind::Journal`].
pub trait Journal: Send + Sync + 'static {
    /// What is recorded under `key`.
    fn get(&self, key: &str) -> impl Future<Output = Result<Option<Record>, JournalError>> + Send;

    /// Records `record` under `key`, which has none yet. Once this is done, the record must be safe.
    fn put(&self, key: &str, record: Record) -> impl Future<Output = Result<(), JournalError>> + Send;
}

/// The outcome of an effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Record {
    /// A model's reply.
    Reply(Box<Response>),
    /// What came of a tool's call.
    Tool(ToolRecord),
    /// The time, in milliseconds since 1970 in UTC.
    Clock(u64),
    /// A random id.
    Id(String),
}

/// What came of a tool's call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolRecord {
    /// The call. In a replay it must be the same; if not, the journal is another run's.
    pub call: ToolCall,
    /// What the model is told.
    pub content: String,
    /// How the call failed, if it did.
    pub failure: Option<Failure>,
}

/// How a recorded call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Failure {
    /// The model was told, and could try again.
    Failed,
    /// The run was stopped.
    Stop,
    /// The run ended as failed.
    Fatal,
}

/// A journal in memory; serialise it to keep it. Clones share what is recorded.
#[derive(Clone, Debug, Default)]
pub struct MemoryJournal(Arc<Mutex<BTreeMap<String, Record>>>);

impl MemoryJournal {
    /// An empty journal.
    pub fn new() -> Self {
        Self::default()
    }

    /// All records, by their keys.
    pub fn records(&self) -> BTreeMap<String, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl From<BTreeMap<String, Record>> for MemoryJournal {
    fn from(records: BTreeMap<String, Record>) -> Self {
        Self(Arc::new(Mutex::new(records)))
    }
}

impl Journal for MemoryJournal {
    async fn get(&self, key: &str) -> Result<Option<Record>, JournalError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }

    async fn put(&self, key: &str, record: Record) -> Result<(), JournalError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), record);
        Ok(())
    }
}

/// The dyn-compatible face of [`Journal`].
trait DynJournal: Send + Sync {
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Record>, JournalError>>;
    fn put<'a>(&'a self, key: &'a str, record: Record) -> BoxFuture<'a, Result<(), JournalError>>;
}

impl<J: Journal> DynJournal for J {
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Record>, JournalError>> {
        Box::pin(Journal::get(self, key))
    }

    fn put<'a>(&'a self, key: &'a str, record: Record) -> BoxFuture<'a, Result<(), JournalError>> {
        Box::pin(Journal::put(self, key, record))
    }
}

/// A journal and the place in a composition whose effects go there.
#[derive(Clone)]
pub(crate) struct Scoped {
    journal: Arc<dyn DynJournal>,
    scope: Arc<str>,
}

impl Scoped {
    pub(crate) fn new(journal: impl Journal) -> Self {
        Self { journal: Arc::new(journal), scope: "".into() }
    }

    pub(crate) fn stage(&self, part: impl fmt::Display) -> Self {
        Self { journal: Arc::clone(&self.journal), scope: format!("{}{part}/", self.scope).into() }
    }

    pub(super) async fn get(&self, key: &str) -> Result<Option<Record>> {
        let key = format!("{}{key}", self.scope);
        self.journal.get(&key).await.map_err(|error| failed("read", &key, error))
    }

    pub(super) async fn put(&self, key: &str, record: Record) -> Result<()> {
        let key = format!("{}{key}", self.scope);
        self.journal.put(&key, record).await.map_err(|error| failed("written", &key, error))
    }

    /// The error of a record that cannot be this run's.
    pub(super) fn foreign(&self, key: &str) -> Error {
        let message = format!("the journal is another run's: its record `{}{key}` does not fit", self.scope);
        Error::new(ErrorKind::Journal, message)
    }
}

fn failed(done: &str, key: &str, error: JournalError) -> Error {
    Error::new(ErrorKind::Journal, format!("the journal's record `{key}` could not be {done}: {error}"))
        .with_source(error)
}
