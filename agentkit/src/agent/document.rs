//! Answers that are the text of a reply.

use super::answer::take_document;
use super::drive::Drive;
use super::offer::DocumentForm;
use super::words;
use crate::{ErrorKind, Result};

impl Drive<'_> {
    /// Takes a reply of text alone where a document is due. Whether it ended the run with an answer.
    pub(super) async fn take_document(&mut self, form: &DocumentForm, text: String) -> Result<bool> {
        if form.two_phase && self.request.response_format.is_none() {
            // The first phase is over: the model has answered, in words.
            self.core.last.put_into(&mut self.request);
            self.tell(words::DOCUMENT_DUE.to_owned());
            return Ok(false);
        }
        let (core, guard) = (self.core, self.guard);
        let taking = take_document(self.accept(), &form.document, &text, &core.decoding);
        match guard.wait(taking).await? {
            Ok(repairs) => {
                self.report.repairs.extend(repairs);
                Ok(true)
            }
            Err(fault) => {
                self.not_accepted(ErrorKind::Parse, text, &fault).await?;
                self.tell(words::text_not_accepted(words::bounded(&fault.message)));
                Ok(false)
            }
        }
    }
}
