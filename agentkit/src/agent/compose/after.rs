//! How the reports of a chain's stages come together.

use crate::error::Report;
use crate::run::Finish;
use crate::{Result, Run};

/// A later stage's outcome, put after the earlier ones.
pub(crate) trait After {
    /// Puts `earlier` in front of this outcome's report. The chain's finish is
    /// [`Finish::TurnLimit`] if any stage's is.
    fn after(self, finish: Finish, earlier: Report) -> Self;
}

impl<Out> After for Result<Run<Out>> {
    fn after(self, finish: Finish, earlier: Report) -> Self {
        match self {
            Ok(run) => {
                let (output, own, mut report) = run.into_parts();
                report.preceded_by(earlier);
                let finish = if finish == Finish::Complete { own } else { finish };
                Ok(Run::new(output, finish, report))
            }
            Err(mut error) => {
                if let Some(pending) = error.pending_mut() {
                    pending.preceded_by(&earlier);
                }
                error.report_mut().preceded_by(earlier);
                Err(error.in_chain())
            }
        }
    }
}
