//! Effects that are recorded, and taken from the record.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agentkit::agent::{Journal, JournalError, MemoryJournal, Record};
use agentkit::provider::{Reply, Scripted};
use agentkit::{Agent, ErrorKind, Tool, ToolError};

use crate::support::{Text, Verdict, fail, results, text, tools, verdict};

/// An agent whose model and tool count how often they are really asked.
fn counted() -> (Agent<String, Verdict>, Scripted, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let tool = Tool::new("count", "Counts.", move |_: Text| {
        let call = count.fetch_add(1, Ordering::SeqCst);
        async move { Ok::<_, ToolError>(call.to_string()) }
    });
    let model = Scripted::from_fn(|request| match request.messages.len() {
        1 => Reply::call("count", text("a")).and_call("fail", text("no")).usage(1, 1),
        3 => Reply::call("count", text("b")).usage(1, 1),
        _ => verdict(1).usage(1, 1),
    });
    let agent = Agent::builder(model.clone()).tools(tools([tool, fail()])).build().unwrap();
    (agent, model, calls)
}

#[tokio::test]
async fn a_replayed_run_is_the_same_and_asks_no_one() {
    let (agent, model, calls) = counted();
    let journal = MemoryJournal::new();
    let first = agent.prepare("go".to_owned()).journal(journal.clone()).run().await.unwrap();
    assert_eq!((model.requests().len(), calls.load(Ordering::SeqCst)), (3, 2));
    let again = agent.prepare("go".to_owned()).journal(journal).run().await.unwrap();
    assert_eq!((model.requests().len(), calls.load(Ordering::SeqCst)), (3, 2));
    assert_eq!((first.output, first.transcript, first.usage), (again.output, again.transcript, again.usage));
}

/// A journal that fails once it holds `room` records, as a process does that dies.
#[derive(Clone)]
struct Dying {
    inner: MemoryJournal,
    room: usize,
}

impl Journal for Dying {
    async fn get(&self, key: &str) -> Result<Option<Record>, JournalError> {
        self.inner.get(key).await
    }

    async fn put(&self, key: &str, record: Record) -> Result<(), JournalError> {
        if self.inner.records().len() >= self.room {
            return Err("the disk is gone".into());
        }
        self.inner.put(key, record).await
    }
}

#[tokio::test]
async fn a_run_that_died_goes_on_where_it_was() {
    for room in 0..8 {
        let (agent, model, calls) = counted();
        let inner = MemoryJournal::new();
        let dying = Dying { inner: inner.clone(), room };
        let ended = agent.prepare("go".to_owned()).journal(dying).run().await;
        let recorded = inner.records().len();
        if let Err(error) = &ended {
            assert_eq!(error.kind(), ErrorKind::Journal);
        }
        let run = agent.prepare("go".to_owned()).journal(inner).run().await.unwrap();
        assert_eq!(results(&run.transcript).len(), 4, "with {recorded} records");
        // At most the effect that was not recorded is made twice.
        assert!(model.requests().len() <= 4 && calls.load(Ordering::SeqCst) <= 3);
    }
}

/// A journal that has a time where anything else is looked for.
struct Wrong;

impl Journal for Wrong {
    async fn get(&self, _: &str) -> Result<Option<Record>, JournalError> {
        Ok(Some(Record::Clock(1)))
    }

    async fn put(&self, _: &str, _: Record) -> Result<(), JournalError> {
        Ok(())
    }
}

#[tokio::test]
async fn a_record_that_cannot_be_this_runs_is_refused() {
    let (agent, model, _) = counted();
    let error = agent.prepare("go".to_owned()).journal(Wrong).run().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Journal);
    assert!(model.requests().is_empty());
}

#[tokio::test]
async fn records_are_stored_as_json() {
    let (agent, ..) = counted();
    let journal = MemoryJournal::new();
    agent.prepare("go".to_owned()).journal(journal.clone()).run().await.unwrap();
    for (key, record) in journal.records() {
        let stored = serde_json::to_string(&record).unwrap();
        let read: Record = serde_json::from_str(&stored).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), stored, "{key}");
    }
}
