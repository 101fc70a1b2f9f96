//! One call of one tool.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use futures_util::FutureExt;

use crate::tool::{Tool, ToolContext, ToolError, ToolErrorKind};

/// Calls a tool, within a time limit; a panic is an error.
pub(super) fn invoke(
    tool: Option<&Tool>,
    arguments: &str,
    context: ToolContext,
    timeout: Duration,
) -> impl Future<Output = Result<String, ToolError>> + Send + use<> {
    let timeout = tool.and_then(|tool| tool.options().timeout).unwrap_or(timeout);
    // The arguments are read, and the tool's own code may run, before there is a future.
    let called = tool.map(|tool| catch_unwind(AssertUnwindSafe(|| tool.call(arguments, context))));
    async move {
        let running = match called {
            Some(Ok(running)) => running,
            Some(Err(panic)) => return Err(panicked(&*panic)),
            None => return Err(ToolError::new("there is no such tool")),
        };
        let caught = AssertUnwindSafe(running).catch_unwind();
        match within(timeout, caught).await {
            Some(Ok(result)) => result,
            Some(Err(panic)) => Err(panicked(&*panic)),
            None => {
                let message = format!("the tool was not done within {timeout:?}, and was given up");
                Err(ToolError::of(ToolErrorKind::Timeout, message))
            }
        }
    }
}

/// Waits for `work` no longer than `timeout`. No timer is made for work that is done at once.
async fn within<T>(timeout: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let at_once = poll_fn(|task| Poll::Ready(work.as_mut().poll(task))).await;
    if let Poll::Ready(done) = at_once {
        return Some(done);
    }
    tokio::time::timeout(timeout, work).await.ok()
}

fn panicked(panic: &(dyn Any + Send)) -> ToolError {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("the tool broke: it panicked: {}", words.unwrap_or("for no stated reason"));
    ToolError::of(ToolErrorKind::Panicked, message)
}
