//! What a reply means for the run.

use std::sync::Arc;

use super::answer::{Fault, take_text};
use super::core::AnswerForm;
use super::drive::Drive;
use super::event::EventKind;
use super::words;
use crate::message::{AssistantMessage, AssistantPart, Message};
use crate::model::{FinishReason, Response};
use crate::{Error, ErrorKind, IncompleteReason, Result};

impl Drive<'_> {
    /// Takes a reply. Whether it ended the run with an answer.
    ///
    /// A reply counts by what it holds only where it is known to be whole. Nothing of a cut, filtered or
    /// refused reply is run or taken as an answer.
    pub(super) async fn take_reply(&mut self, response: Response) -> Result<bool> {
        let Response { message, finish, .. } = response;
        let called = message.tool_calls().next().is_some();
        match finish {
            FinishReason::Stop | FinishReason::ToolCalls => {}
            FinishReason::Pause if called => {}
            FinishReason::Pause => {
                self.push_reply(message);
                return Ok(false);
            }
            FinishReason::MalformedToolCall => return self.malformed(message).await,
            FinishReason::Refusal => return Err(self.refused(message)),
            finish => {
                if let Some((kind, why)) = finish.failure() {
                    return Err(self.unfinished(message, kind, why));
                }
            }
        }
        if message.refusal().is_some() {
            return Err(self.refused(message));
        }
        if called {
            let message = self.push_reply(message);
            return self.take_calls(&message).await;
        }
        let text = message.text();
        if text.trim().is_empty() {
            let reason = IncompleteReason::EmptyReply;
            self.ask_again(reason, "the model answered nothing").await?;
            self.tell(words::EMPTY.to_owned());
            return Ok(false);
        }
        self.push_reply(message);
        self.take_plain(text).await
    }

    /// Appends a reply, unless it holds nothing that could be sent back.
    fn push_reply(&mut self, message: AssistantMessage) -> Arc<Message> {
        let blank = message.parts.iter().all(is_blank);
        let message = Arc::new(Message::Assistant(message));
        if !blank {
            self.push(Arc::clone(&message));
        }
        message
    }

    /// Takes a reply of text alone.
    async fn take_plain(&mut self, text: String) -> Result<bool> {
        if let AnswerForm::Document(form) = &self.core.answer {
            return self.take_document(form, text).await;
        }
        if let AnswerForm::Stops(_) = self.core.answer {
            let why = "the model answered in plain text where a typed answer was due";
            let fault = Fault { message: why.to_owned(), path: None };
            self.not_accepted(ErrorKind::Incomplete(IncompleteReason::PlainText), text, &fault).await?;
            self.tell(words::call_due(&self.core.answer));
            return Ok(false);
        }
        let guard = self.guard;
        match guard.wait(take_text(self.accept(), &text)).await? {
            Ok(()) => Ok(true),
            Err(fault) => {
                self.not_accepted(ErrorKind::Parse, text, &fault).await?;
                self.tell(words::text_not_accepted(&fault.message));
                Ok(false)
            }
        }
    }

    /// Counts an answer that was not accepted, and ends the run if that was one too many. The text and the
    /// place of the fault are kept only then.
    pub(super) async fn not_accepted(&mut self, kind: ErrorKind, raw: String, fault: &Fault) -> Result<()> {
        let spent = self.report.output_retries >= self.core.bounds.output_retries;
        if !spent && !self.last {
            self.report.output_retries += 1;
            return self.told(&fault.message).await;
        }
        self.report.raw = Some(raw);
        self.report.path.clone_from(&fault.path);
        if self.last {
            return Err(self.out_of_turns(Some(&fault.message)));
        }
        let retries = self.core.bounds.output_retries;
        Err(Error::new(kind, format!("no answer was accepted, after {retries} retries: {}", fault.message)))
    }

    /// Counts a reply that held nothing, and ends the run if that was one too many.
    async fn ask_again(&mut self, reason: IncompleteReason, why: &str) -> Result<()> {
        if self.last {
            return Err(self.out_of_turns(Some(why)));
        }
        if self.blank_replies >= self.core.bounds.reply_retries {
            let retries = self.core.bounds.reply_retries;
            let message = format!("{why}, after {retries} retries");
            return Err(Error::new(ErrorKind::Incomplete(reason), message));
        }
        self.blank_replies += 1;
        self.told(why).await
    }

    /// Says that the model is told that what it answered will not do.
    async fn told(&mut self, why: &str) -> Result<()> {
        self.emit(|| EventKind::Retry(why.to_owned()));
        self.hook_retry(why).await
    }

    /// The model wrote a call that its provider could not read.
    async fn malformed(&mut self, message: AssistantMessage) -> Result<bool> {
        let pushed = self.push_reply(message);
        let why = "the model wrote a call that could not be read";
        self.ask_again(IncompleteReason::MalformedToolCall, why).await?;
        self.push_results(&pushed, words::CUT);
        self.tell(words::MALFORMED.to_owned());
        Ok(false)
    }

    fn refused(&mut self, message: AssistantMessage) -> Error {
        let words = message.refusal().map_or_else(|| message.text(), str::to_owned);
        self.push_reply(message);
        let error = if words.is_empty() {
            "the model refused".to_owned()
        } else {
            format!("the model refused: {words}")
        };
        self.report.raw = Some(words);
        Error::new(ErrorKind::Refused, error)
    }

    /// The run ends on a reply that is not whole; what came of it is kept.
    fn unfinished(&mut self, message: AssistantMessage, kind: ErrorKind, error: String) -> Error {
        self.report.raw = Some(raw(&message));
        self.push_reply(message);
        Error::new(kind, error)
    }
}

/// What there is of a cut reply: the arguments of its last call, or its text.
fn raw(message: &AssistantMessage) -> String {
    message.tool_calls().last().map_or_else(|| message.text(), |call| call.arguments.clone())
}

/// Whether a part says nothing that could be sent back.
fn is_blank(part: &AssistantPart) -> bool {
    match part {
        AssistantPart::Text(part) => part.text.trim().is_empty() && part.replay.is_none(),
        AssistantPart::Reasoning(_) => true,
        AssistantPart::Refusal(text) => text.is_empty(),
        AssistantPart::ToolCall(_) | AssistantPart::Opaque(_) => false,
    }
}
