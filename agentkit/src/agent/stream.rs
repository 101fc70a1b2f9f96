//! A run as a stream of what happens in it.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as Task, Poll};

use futures_core::Stream;

use super::event::{Event, Sink};
use crate::{BoxFuture, Error, Result, Run};

/// What a [`RunStream`] gives.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "the large one comes once, at the end")]
pub enum RunEvent<Out> {
    /// Something happened.
    Progress(Event),
    /// The run has its answer. Nothing follows.
    Finished(Run<Out>),
}

/// A run as a stream of what happens in it, ending with [`RunEvent::Finished`] or an error.
///
/// The stream is the run: nothing goes on unless it is polled, and dropping it drops the run.
#[must_use = "a run does nothing until it is polled"]
pub struct RunStream<Out> {
    run: Option<BoxFuture<'static, Result<Run<Out>>>>,
    ended: Option<Result<Run<Out>>>,
    queue: Queue,
}

type Queue = Arc<Mutex<VecDeque<Event>>>;

/// Nothing in it is pinned in place: the run is behind a pointer.
impl<Out> Unpin for RunStream<Out> {}

impl<Out> RunStream<Out> {
    /// A stream of the run that `start` makes with a sink of events; `also` is told of each of them too.
    pub(crate) fn new(
        also: Option<Sink>,
        start: impl FnOnce(Sink) -> BoxFuture<'static, Result<Run<Out>>>,
    ) -> Self {
        let queue = Queue::default();
        let sink = Arc::clone(&queue);
        let run = start(Arc::new(move |event: Event| {
            if let Some(also) = &also {
                also(event.clone());
            }
            sink.lock().unwrap_or_else(PoisonError::into_inner).push_back(event);
        }));
        Self { run: Some(run), ended: None, queue }
    }

    fn next_event(&self) -> Option<Event> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

impl<Out> Stream for RunStream<Out> {
    type Item = Result<RunEvent<Out>, Error>;

    fn poll_next(self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(event) = this.next_event() {
                return Poll::Ready(Some(Ok(RunEvent::Progress(event))));
            }
            if let Some(ended) = this.ended.take() {
                return Poll::Ready(Some(ended.map(RunEvent::Finished)));
            }
            let Some(run) = &mut this.run else { return Poll::Ready(None) };
            match run.as_mut().poll(task) {
                Poll::Ready(ended) => {
                    this.run = None;
                    this.ended = Some(ended);
                }
                // What happened while it was polled goes out first.
                Poll::Pending => {
                    return this
                        .next_event()
                        .map_or(Poll::Pending, |event| Poll::Ready(Some(Ok(RunEvent::Progress(event)))));
                }
            }
        }
    }
}

impl<Out> fmt::Debug for RunStream<Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunStream").field("done", &self.run.is_none()).finish_non_exhaustive()
    }
}
