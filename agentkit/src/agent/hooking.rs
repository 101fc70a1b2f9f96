//! When the hooks of a run are called.

use super::drive::Drive;
use super::hooks::HookError;
use crate::Result;
use crate::message::UserMessage;
use crate::model::{Request, Response};
use crate::run::Finish;

impl Drive<'_> {
    pub(super) async fn hook_run(&self, message: &mut UserMessage) -> Result<()> {
        for hook in &self.core.hooks {
            self.hooked("before_run", hook.before_run(self.info(), message)).await?;
        }
        Ok(())
    }

    pub(super) async fn hook_request(&self, request: &mut Request) -> Result<()> {
        for hook in &self.core.hooks {
            self.hooked("before_request", hook.before_request(self.info(), request)).await?;
        }
        Ok(())
    }

    pub(super) async fn hook_response(&self, response: &mut Response) -> Result<()> {
        for hook in self.core.hooks.iter().rev() {
            self.hooked("after_response", hook.after_response(self.info(), response)).await?;
        }
        Ok(())
    }

    pub(super) async fn hook_retry(&self, why: &str) -> Result<()> {
        for hook in &self.core.hooks {
            self.hooked("on_retry", hook.on_retry(self.info(), why)).await?;
        }
        Ok(())
    }

    /// All are told of the end, even if one of them fails, and even where the run was cut short.
    pub(super) async fn hook_end(&self, mut ended: Result<Finish>) -> Result<Finish> {
        for hook in self.core.hooks.iter().rev() {
            let end = ended.as_ref().copied();
            let hooked = hook.on_end(self.info(), end).await;
            if let Err(failed) = hooked {
                let failed = failed.into_error("on_end");
                ended = Err(match ended {
                    Ok(_) => failed,
                    Err(error) => error.and(&format!("; then {failed}")),
                });
            }
        }
        ended
    }

    async fn hooked(
        &self,
        name: &str,
        hook: impl Future<Output = Result<(), HookError>> + Send,
    ) -> Result<()> {
        self.guard.wait(hook).await?.map_err(|error| error.into_error(name))
    }
}
