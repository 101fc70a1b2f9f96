//! What one run is given beside its input.

use std::pin::pin;

use futures_util::future::{Either, select};
use tokio_util::sync::CancellationToken;

use crate::{Error, ErrorKind, Result};

/// What one run is given beside its input; all stages of a chain share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    /// Ends the run when it is cancelled.
    pub(crate) cancellation: Option<CancellationToken>,
}

impl Context {
    /// Waits for `work`, unless the run is cancelled before it is done.
    pub(crate) async fn guard<T>(&self, work: impl Future<Output = T> + Send) -> Result<T> {
        let Some(token) = &self.cancellation else { return Ok(work.await) };
        match select(pin!(token.cancelled()), pin!(work)).await {
            Either::Left(_) => Err(Error::new(ErrorKind::Cancelled, "the run was cancelled")),
            Either::Right((done, _)) => Ok(done),
        }
    }
}
